/** Chooses the values that are worth a message: all of them now and then, in between those that moved beyond their deadband. */
export type Reporter = Readonly<{
  /** The values to send; empty: nothing moved. */
  choose: (values: Readonly<Record<string, unknown>>, everything: boolean) => Record<string, unknown>
  /** Forgets what was sent, so that the next choice contains everything. */
  forget: () => void
}>

export function newReporter(deadbands: Readonly<Record<string, number>>): Reporter {
  const sent = new Map<string, unknown>()
  return {
    choose: (values, everything) => {
      const chosen = Object.entries(values).filter(
        ([identifier, value]) => everything || moved(sent.get(identifier), value, deadbands[identifier] ?? 0),
      )
      for (const [identifier, value] of chosen) sent.set(identifier, value)
      return Object.fromEntries(chosen)
    },
    forget: () => sent.clear(),
  }
}

/** Whether a value differs enough from the last sent one to be worth a message. */
export function moved(before: unknown, now: unknown, deadband: number): boolean {
  if (before === undefined) return true
  if (typeof now === 'object') return JSON.stringify(before) !== JSON.stringify(now)
  if (before === now) return false
  // Reaching zero is always reported: an ended stage, an empty tank.
  return deadband === 0 || now === 0 || !(Math.abs(Number(now) - Number(before)) < deadband)
}
