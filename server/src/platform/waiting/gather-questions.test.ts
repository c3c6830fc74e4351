import assert from 'node:assert/strict'
import { randomInt } from 'node:crypto'
import { test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { gatherQuestions } from './gather-questions.ts'

test('whoever asks gets its own answer, in rounds of so many, one round at a time', async () => {
  const seed = randomInt(2 ** 31)
  let state = seed
  const random = (below: number) => (state = (state * 1_103_515_245 + 12_345) % 2 ** 31) % below
  const rounds: number[] = []
  let asking = 0
  const ask = gatherQuestions(async (questions: readonly number[]) => {
    asking += 1
    assert.equal(asking, 1, `seed ${seed}`)
    rounds.push(questions.length)
    await wait(random(8))
    asking -= 1
    if (questions.includes(77)) throw new Error('the round of 77')
    return questions.map((question) => question * 2)
  }, 20)
  const answers: Promise<boolean>[] = []
  for (let n = 0; n < 500; n += 1) {
    answers.push(
      ask(n).then(
        (answer) => answer === n * 2,
        (error: unknown) => String(error).includes('the round of 77'),
      ),
    )
    if (random(9) === 0) await wait(random(4))
  }
  assert.deepEqual(
    (await Promise.all(answers)).filter((isRight) => !isRight),
    [],
    `seed ${seed}`,
  )
  assert(rounds.length < 250 && Math.max(...rounds) <= 20, `seed ${seed}: ${rounds.join(' ')}`)
  assert.equal(await ask(1000), 2000)
})

test('too few answers are nobody’s answer', async () => {
  const ask = gatherQuestions(async () => [1], 10)
  const [first, second, third] = [ask('a'), ask('b'), ask('c')]
  assert.equal(await first, 1)
  await assert.rejects(second, /1 answers to 2 questions/)
  await assert.rejects(third)
})
