// A worker that renders the requested frames and posts each back as YUV bytes.
import { parentPort } from 'node:worker_threads'
import { openRenderer } from './render-frame.mjs'
import { framesPerSecond } from './timeline.mjs'

const renderer = await openRenderer()
parentPort.on('message', (frame) => {
  const bytes = renderer.yuv(frame / framesPerSecond)
  parentPort.postMessage({ frame, bytes }, [bytes.buffer])
})
parentPort.postMessage({ ready: true })
