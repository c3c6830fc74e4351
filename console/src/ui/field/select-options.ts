export type Option = { value: string; label: string; disabled?: boolean }
export type OptionGroup = { group: string; items: Option[] }
type Options = readonly (Option | OptionGroup)[]

export const optionsIn = (options: Options): readonly Option[] =>
  options.flatMap((each) => ('group' in each ? each.items : [each]))

/** The options whose label holds the text, in the groups that have any. */
export function narrowed(options: Options, typed: string): Options {
  const text = typed.trim().toLowerCase()
  if (text === '') return options.filter((each) => !('group' in each) || each.items.length > 0)
  const fits = ({ label }: Option): boolean => label.toLowerCase().includes(text)
  return options.flatMap((each): Options => {
    if (!('group' in each)) return fits(each) ? [each] : []
    const items = each.items.filter(fits)
    return items.length === 0 ? [] : [{ ...each, items }]
  })
}

const canTake = (option: Option | undefined): boolean => option !== undefined && option.disabled !== true

/** The index where a key leads: round the ends, past what cannot be chosen; -1 where nothing can. */
export function moved(options: readonly Option[], at: number, key: string): number | undefined {
  const { length } = options
  const step = key === 'ArrowUp' || key === 'End' ? -1 : 1
  const from = { ArrowDown: at + 1, ArrowUp: at === -1 ? length - 1 : at - 1, Home: 0, End: length - 1 }[key]
  if (from === undefined) return undefined
  for (let tried = 0; tried < length; tried += 1) {
    const next = (from + step * tried + length * (tried + 1)) % length
    if (canTake(options[next])) return next
  }
  return -1
}

/** The next option whose label begins with the letters; one letter again and again goes through all that begin with it. */
export function withLetters(options: readonly Option[], at: number, letters: string): number {
  const [first = ''] = letters
  const isRepeated = letters.length > 1 && [...letters].every((letter) => letter === first)
  const wanted = (isRepeated ? first : letters).toLowerCase()
  // The first letter moves on to the next option; further letters may still match the present one.
  const from = isRepeated || letters.length === 1 ? at + 1 : Math.max(at, 0)
  const order = options.map((_, index) => (from + index) % options.length)
  return order.find((index) => canTake(options[index]) && options[index]?.label.toLowerCase().startsWith(wanted)) ?? at
}
