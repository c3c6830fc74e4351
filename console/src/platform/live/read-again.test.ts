import assert from 'node:assert/strict'
import { test } from 'node:test'
import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { readAgain } from './read-again.ts'

/** The test decides when the displayed list receives its answers. */
function shownList() {
  const client = new QueryClient()
  const answers: PromiseWithResolvers<string>[] = []
  const observer = new QueryObserver(client, {
    queryKey: ['device', 'list', {}],
    queryFn: () => {
      const answer = Promise.withResolvers<string>()
      answers.push(answer)
      return answer.promise
    },
  })
  const stop = observer.subscribe(() => undefined)
  return { client, answers, observer, stop }
}

test('a change during the first read of a list is followed by another read', async () => {
  const { client, answers, observer, stop } = shownList()
  const anew = readAgain(client, ['device'])
  assert.equal(answers.length, 1)
  answers[0]?.resolve('before the change')
  while (answers.length < 2) await new Promise((resolve) => setImmediate(resolve))
  answers[1]?.resolve('after the change')
  await anew
  assert.equal(observer.getCurrentResult().data, 'after the change')
  assert.equal(answers.length, 2)
  stop()
})

test('a later pending read is cancelled for a new one', async () => {
  const { client, answers, observer, stop } = shownList()
  answers[0]?.resolve('first')
  while (observer.getCurrentResult().data === undefined) await new Promise((resolve) => setImmediate(resolve))
  void observer.refetch()
  const anew = readAgain(client, ['device'])
  assert.equal(answers.length, 3)
  answers[1]?.resolve('before the change')
  answers[2]?.resolve('after the change')
  await anew
  assert.equal(observer.getCurrentResult().data, 'after the change')
  stop()
})
