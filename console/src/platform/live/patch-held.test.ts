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
  const hear = (online: boolean) => patchHeld<Row>(client, queryKey, (row) => ({ ...row, online }))
  return { client, answers, read, readFirst, shown, hear }
}

test('what a live stream says is put into what is held, and stays when nothing is under way', async () => {
  const { answers, read, readFirst, shown, hear } = held()
  await readFirst()
  hear(true)
  assert.deepEqual(shown(), { online: true, name: 'one' })
  const again = read()
  answers[1]?.resolve({ online: false, name: 'two' })
  await again
  assert.deepEqual(shown(), { online: false, name: 'two' }, 'an answer asked for later is newer')
})

test('an answer that was under way when the stream spoke does not undo what it said', async () => {
  const { answers, read, readFirst, shown, hear } = held()
  await readFirst()
  const again = read()
  hear(false)
  hear(true)
  answers[1]?.resolve({ online: false, name: 'two' })
  await again
  assert.deepEqual(shown(), { online: true, name: 'two' })
})

test('what is heard before the first answer is put into it', async () => {
  const { answers, read, shown, hear } = held()
  const reading = read()
  hear(true)
  assert.equal(shown(), undefined)
  answers[0]?.resolve({ online: false, name: 'one' })
  await reading
  assert.deepEqual(shown(), { online: true, name: 'one' })
})

test('an answer that is asked for anew is not overlaid by what was heard before', async () => {
  const { client, answers, read, readFirst, shown, hear } = held()
  await readFirst()
  const first = read().catch(() => undefined)
  hear(true)
  const anew = client.refetchQueries({ queryKey, type: 'all' })
  answers[1]?.resolve({ online: false, name: 'two' })
  answers[2]?.resolve({ online: false, name: 'three' })
  await Promise.all([first, anew])
  assert.deepEqual(shown(), { online: false, name: 'three' })
})

test('an answer that fails or is called off leaves what was heard', async () => {
  const { client, answers, read, readFirst, shown, hear } = held()
  await readFirst()
  const failing = read()
  hear(true)
  answers[1]?.reject(new Error('away'))
  await assert.rejects(failing)
  assert.deepEqual(shown(), { online: true, name: 'one' })
  const calledOff = read().catch(() => undefined)
  hear(false)
  await client.cancelQueries({ queryKey })
  await calledOff
  assert.deepEqual(shown(), { online: false, name: 'one' })
})
