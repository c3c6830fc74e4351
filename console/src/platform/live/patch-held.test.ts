import assert from 'node:assert/strict'
import { test } from 'node:test'
import { QueryClient } from '@tanstack/react-query'
import { patchHeld } from './patch-held.ts'

type Row = { online: boolean; name: string }
const queryKey = ['device', 'list']

/** The test decides when the query receives its answers. */
function held() {
  const client = new QueryClient()
  const answers: PromiseWithResolvers<Row>[] = []
  const read = () =>
    client.fetchQuery({
      queryKey,
      queryFn: () => {
        const answer = Promise.withResolvers<Row>()
        answers.push(answer)
        return answer.promise
      },
    })
  const readFirst = async () => {
    const reading = read()
    answers[0]?.resolve({ online: false, name: 'one' })
    await reading
  }
  const shown = () => client.getQueryData<Row>(queryKey)
  const receive = (online: boolean) => patchHeld<Row>(client, queryKey, (row) => ({ ...row, online }))
  return { client, answers, read, readFirst, shown, receive }
}

test('a live event is applied to the held data and stays when no request is pending', async () => {
  const { answers, read, readFirst, shown, receive } = held()
  await readFirst()
  receive(true)
  assert.deepEqual(shown(), { online: true, name: 'one' })
  const again = read()
  answers[1]?.resolve({ online: false, name: 'two' })
  await again
  assert.deepEqual(shown(), { online: false, name: 'two' }, 'an answer asked for later is newer')
})

test('an answer that was pending when a live event arrived does not undo the event', async () => {
  const { answers, read, readFirst, shown, receive } = held()
  await readFirst()
  const again = read()
  receive(false)
  receive(true)
  answers[1]?.resolve({ online: false, name: 'two' })
  await again
  assert.deepEqual(shown(), { online: true, name: 'two' })
})

test('an event that arrives before the first answer is applied to that answer', async () => {
  const { answers, read, shown, receive } = held()
  const reading = read()
  receive(true)
  assert.equal(shown(), undefined)
  answers[0]?.resolve({ online: false, name: 'one' })
  await reading
  assert.deepEqual(shown(), { online: true, name: 'one' })
})

test('an answer to a new request is not overwritten by events that arrived before it', async () => {
  const { client, answers, read, readFirst, shown, receive } = held()
  await readFirst()
  const first = read().catch(() => undefined)
  receive(true)
  const anew = client.refetchQueries({ queryKey, type: 'all' })
  answers[1]?.resolve({ online: false, name: 'two' })
  answers[2]?.resolve({ online: false, name: 'three' })
  await Promise.all([first, anew])
  assert.deepEqual(shown(), { online: false, name: 'three' })
})

test('a failed or cancelled answer leaves the received events in place', async () => {
  const { client, answers, read, readFirst, shown, receive } = held()
  await readFirst()
  const failing = read()
  receive(true)
  answers[1]?.reject(new Error('away'))
  await assert.rejects(failing)
  assert.deepEqual(shown(), { online: true, name: 'one' })
  const calledOff = read().catch(() => undefined)
  receive(false)
  await client.cancelQueries({ queryKey })
  await calledOff
  assert.deepEqual(shown(), { online: false, name: 'one' })
})
