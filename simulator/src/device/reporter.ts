/** Chooses what is worth a message: everything now and then, in between what has moved further than its deadband. */
export type Reporter = Readonly<{
  /** The values to send; empty: nothing moved. */
  choose: (values: Readonly<Record<string, unknown>>, everything: boolean) => Record<string, unknown>
  /** Forgets what it has said, so that the next choice is everything. */
  forget: () => void
}>

export function newReporter(deadbands: Readonly<Record<string, number>>): Reporter {
  const said = new Map<string, unknown>()
  return {
    choose: (values, everything) => {
      const chosen = Object.entries(values).filter(
        ([identifier, value]) => everything || moved(said.get(identifier), value, deadbands[identifier] ?? 0),
      )
      for (const [identifier, value] of chosen) said.set(identifier, value)
      return Object.fromEntries(chosen)
    },
    forget: () => said.clear(),
  }
}

function moved(before: unknown, now: unknown, deadband: number): boolean {
  if (before === undefined) return true
  if (typeof now === 'object') return JSON.stringify(before) !== JSON.stringify(now)
  if (before === now) return false
  // Reaching nought is always worth saying: an ended stage, an empty tank.
  return deadband === 0 || now === 0 || !(Math.abs(Number(now) - Number(before)) < deadband)
}
