type Asked<Q, A> = Readonly<{ question: Q; answered: PromiseWithResolvers<A> }>

/**
 * Asks many questions together: while one round is in progress the next ones gather, and wait as long as it takes. A
 * thousand simultaneous questions cost a few rounds, use one connection of the database, and are not refused for having
 * to wait for it. `ask` returns the answers in the order of the questions.
 */
export function gatherQuestions<Q, A>(
  ask: (questions: readonly Q[]) => Promise<readonly A[]>,
  most: number,
): (question: Q) => Promise<A> {
  let waiting: Asked<Q, A>[] = []
  let isAsking = false

  async function askRound(): Promise<void> {
    const round = waiting.slice(0, most)
    waiting = waiting.slice(most)
    try {
      const answers = await ask(round.map(({ question }) => question))
      if (answers.length !== round.length) throw new Error(`${answers.length} answers to ${round.length} questions`)
      for (const [at, answer] of answers.entries()) round[at]?.answered.resolve(answer)
    } catch (error) {
      for (const { answered } of round) answered.reject(error)
    }
  }

  async function askAll(): Promise<void> {
    isAsking = true
    while (waiting.length > 0) await askRound()
    isAsking = false
  }

  return (question) => {
    const asked = { question, answered: Promise.withResolvers<A>() }
    waiting.push(asked)
    if (!isAsking) void askAll()
    return asked.answered.promise
  }
}
