// Renders all frames on several workers and yields them in order, a few ahead of the encoder.
import { Worker } from 'node:worker_threads'
import { frameCount } from './timeline.mjs'

const AHEAD_PER_WORKER = 4

/** Yields every frame of the film as YUV bytes, in order. */
export async function* renderFrames(workerCount) {
  const done = new Map()
  const waiting = new Map()
  const workers = Array.from(
    { length: workerCount },
    () => new Worker(new URL('./frame-worker.mjs', import.meta.url)),
  )
  const failed = new Promise((_, reject) => workers.forEach((worker) => worker.once('error', reject)))
  failed.catch(() => {})
  let next = 0
  const ask = (worker) => {
    if (next < frameCount) worker.postMessage(next++)
  }
  for (const worker of workers) {
    worker.on('message', ({ ready, frame, bytes }) => {
      if (ready) for (let i = 0; i < AHEAD_PER_WORKER; i++) ask(worker)
      else if (waiting.has(frame)) waiting.get(frame)({ bytes, worker })
      else done.set(frame, { bytes, worker })
    })
  }
  const frameReady = (frame) => new Promise((resolve) => waiting.set(frame, resolve))
  for (let frame = 0; frame < frameCount; frame++) {
    const { bytes, worker } = done.get(frame) ?? (await Promise.race([frameReady(frame), failed]))
    done.delete(frame)
    waiting.delete(frame)
    ask(worker)
    yield bytes
  }
  await Promise.all(workers.map((worker) => worker.terminate()))
}
