import type { Compared } from './use-comparison.ts'

/** A row for each device and time that has a value, under its head. */
export function comparisonRows(
  { lines, rows }: Pick<Compared, 'lines' | 'rows'>,
  head: readonly string[],
): readonly (readonly string[])[] {
  const snOf = new Map(rows.map(({ id, sn }) => [id, sn]))
  const textOf = (value: number | null | undefined): string =>
    value === null || value === undefined ? '' : String(Number(value.toFixed(lines.digits + 2)))
  const values = lines.lines.flatMap(({ key, name, values: means, low, high }) =>
    means.flatMap((mean, place) => {
      const time = lines.times[place]
      if (mean === null || time === undefined) return []
      const figures = [low[place], mean, high[place]].map(textOf)
      return [[lines.format(time), snOf.get(key) ?? '', name, ...figures, lines.unit]]
    }),
  )
  return [head, ...values]
}
