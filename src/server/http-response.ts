// What a handler's answer becomes: status, and JSON by the schema of its call.
import type { FastifyReply } from 'fastify'
import * as z from 'zod/mini'
import type { Endpoint } from '#shared/endpoint.ts'
import { isRedirect } from './http-redirect.ts'

const createdMark = Symbol('201')
const json = 'application/json; charset=utf-8'

/** An answer with status 201, for calls that make something. */
export interface Created<Value> {
  readonly [createdMark]: Value
}

/** Marks a handler's answer as newly made, so that it goes out with 201. */
export function created<Value>(value: Value): Created<Value> {
  return { [createdMark]: value }
}

/** What sends the answers of a call's handler. An answer that is frozen goes to many: it is written once for all of them. */
export function createResponseSender(endpoint: Endpoint): (reply: FastifyReply, result: unknown) => unknown {
  const texts = new WeakMap<object, ReturnType<FastifyReply['serialize']>>()
  const isNothing = endpoint.answer instanceof z.ZodMiniNull
  const writtenOnce = (reply: FastifyReply, answer: object) => {
    const known = texts.get(answer)
    if (known !== undefined) return known
    const text = reply.serialize(answer)
    texts.set(answer, text)
    return text
  }
  return (reply, result) => {
    if (isRedirect(result)) return reply.redirect(result.path, 303)
    if (isNothing) return reply.code(204).send()
    const answer = unwrapResponse(result)
    if (answer !== result) reply.code(201)
    if (answer === null) return reply.type(json).send('null')
    if (typeof answer !== 'object' || !Object.isFrozen(answer)) return reply.send(answer)
    return reply.type(json).send(writtenOnce(reply, answer))
  }
}

/** What was answered, whether newly made or not. */
export function unwrapResponse(result: unknown): unknown {
  return typeof result === 'object' && result !== null && createdMark in result ? result[createdMark] : result
}

/** The serializer's schema, which also lets only declared fields out; null for a call without an answer. */
export function responseSerializerSchema(answer: z.core.$ZodType): object | null {
  if (answer instanceof z.ZodMiniNull) return null
  const { $schema: _, ...schema } = z.toJSONSchema(answer, {
    target: 'draft-7',
    io: 'output',
    unrepresentable: 'any',
    override: ({ jsonSchema }) => mergeNullable(jsonSchema),
  })
  return schema
}

/** `nullable` in place of a choice between something and null: for a choice the serializer validates what it writes. */
function mergeNullable(schema: z.core.JSONSchema.BaseSchema): void {
  const [something, nothing, ...others] = schema.anyOf ?? []
  if (others.length > 0 || nothing?.type !== 'null' || typeof something?.type !== 'string') return
  delete schema.anyOf
  Object.assign(schema, something, { nullable: true })
}
