import assert from 'node:assert/strict'
import { test } from 'node:test'
import { frames } from './event-stream.ts'

async function read(chunks: readonly string[]): Promise<{ events: unknown[]; received: number }> {
  const encoder = new TextEncoder()
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      for (const chunk of chunks) controller.enqueue(encoder.encode(chunk))
      controller.close()
    },
  })
  const events: unknown[] = []
  let received = 0
  for await (const event of frames(body, () => (received += 1))) events.push(event)
  return { events, received }
}

test('reads events that are cut anywhere', async () => {
  const { events } = await read(['data: {"at"', ':1}\n', '\ndata: {"at":2}\n\n'])
  assert.deepEqual(events, [{ at: 1 }, { at: 2 }])
})

test('joins the lines of one event and passes over comments and names', async () => {
  const { events, received } = await read([': alive\n\n', 'event: change\ndata: [1,\ndata: 2]\n\n'])
  assert.deepEqual(events, [[1, 2]])
  assert.equal(received, 2)
})

test('drops an event that the end of the stream cut off', async () => {
  const { events } = await read(['data: 1\n\ndata: 2\n'])
  assert.deepEqual(events, [1])
})
