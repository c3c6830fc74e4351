import pg from 'pg'

/** Type numbers of PostgreSQL's catalogue (pg_type.oid), which never change. */
const timestamptz = 1184
const timestamptzArray = 1185
const textArray: number = 1009
const keptAsText: readonly number[] = [
  20 /* int8 */, 1700 /* numeric */, 1082 /* date */, 1083 /* time */, 1114 /* timestamp */, 1186 /* interval */,
]
const keptAsTextArray: readonly number[] = [
  1016 /* int8[] */, 1231 /* numeric[] */, 1182 /* date[] */, 1115 /* timestamp[] */,
]

/**
 * `2026-11-21 03:50:00.123456+00` (the session runs in UTC) as `2026-11-21T03:50:00.123Z`.
 * Built from the text alone: parsing into a Date and back costs three times as much per page of rows.
 */
function isoFromTimestamptz(text: string): string {
  if (text.length < 22 || text[10] !== ' ' || !text.endsWith('+00')) return text
  const fraction = text.slice(20, -3).slice(0, 3).padEnd(3, '0')
  return `${text.slice(0, 10)}T${text.slice(11, 19)}.${fraction}Z`
}

type ParseText = (text: string) => unknown

function parserOfPg(type: number): ParseText {
  // oxlint-disable-next-line typescript/no-unsafe-return -- pg says `any` of its parsers; they are functions of a text
  return pg.types.getTypeParser(type, 'text')
}

const parseTexts = parserOfPg(textArray)

function parseTimes(text: string): (string | null)[] {
  const times = parseTexts(text)
  return Array.isArray(times)
    ? times.map((at: unknown) => (typeof at === 'string' ? isoFromTimestamptz(at) : null))
    : []
}

function parserOf(type: number): ParseText {
  if (type === timestamptz) return isoFromTimestamptz
  if (type === timestamptzArray) return parseTimes
  if (keptAsText.includes(type)) return (text) => text
  return keptAsTextArray.includes(type) ? parseTexts : parserOfPg(type)
}

const parsers = new Map<number, ParseText>()

/** Times as ISO strings, int8 and numeric as strings (exact), dates and intervals as PostgreSQL writes them, the rest as pg does. */
export const columnParsers: pg.CustomTypesConfig = {
  getTypeParser(type: number) {
    const known = parsers.get(type)
    if (known) return known
    const parser = parserOf(type)
    parsers.set(type, parser)
    return parser
  },
}
