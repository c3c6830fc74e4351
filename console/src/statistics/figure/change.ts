/** The change of a figure against an earlier one: none if it cannot be computed, new (there was none before), or a percentage. */
export type Change = Readonly<{ kind: 'none' } | { kind: 'new' } | { kind: 'by'; percent: number }>

export function changeOf(value: number | null, before: number | null): Change {
  if (value === null || before === null) return { kind: 'none' }
  if (before === 0) return value === 0 ? { kind: 'by', percent: 0 } : { kind: 'new' }
  return { kind: 'by', percent: ((value - before) / Math.abs(before)) * 100 }
}

/** Formats with a sign and one decimal; a value that rounds to zero has no sign. */
export function percentText(percent: number): string {
  const shown = Math.abs(percent).toFixed(1)
  if (Number(shown) === 0) return '0.0%'
  return `${percent > 0 ? '+' : '−'}${Number(shown).toLocaleString('en', { minimumFractionDigits: 1 })}%`
}

export type Mood = 'good' | 'bad' | 'even'

/** Whether a change is for the better: more online is, more faults is not. */
export function moodOf(change: Change, better: 'more' | 'less' | null): Mood {
  if (better === null || change.kind === 'none') return 'even'
  const rises = change.kind === 'new' || change.percent > 0
  if (change.kind === 'by' && Math.abs(change.percent) < 0.05) return 'even'
  return rises === (better === 'more') ? 'good' : 'bad'
}
