// Gate: the tests called every declared endpoint, with a success and with an error.
import { expect, test } from 'vitest'
import { calls, methodAndPath } from '../all-calls.ts'
import { requestsWithResponse } from './test-reports.ts'

const responded = [...requestsWithResponse()].map((line) => {
  const [method = '', path = '', status = '0'] = line.split(' ')
  return { method, path, status: Number(status) }
})

const hits = (method: string, path: string) => {
  const pattern = new RegExp(`^${path.replace(/:\w+/g, '[^/]+')}$`)
  return responded.filter((request) => request.method === method && pattern.test(request.path))
}

test.each(calls.map(methodAndPath))('%s was called with a success and with an error', (call) => {
  const [method = '', path = ''] = call.split(' ')
  const statuses = hits(method, path).map(({ status }) => status)
  // Below 400: one call redirects the browser.
  expect(statuses.some((status) => status < 400)).toBe(true)
  // Sign-out is open to all roles, but not from another origin.
  expect(statuses.some((status) => status >= 400)).toBe(true)
})
