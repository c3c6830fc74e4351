const gaps = ['0', '2', '4', '6', '8', '12', '16', '24'] as const
const margins = ['0', '4', '8', '12', '16', '20', '24'] as const
/** `gutter`: what lies between a page's content and its edge, less on a phone. */
const marginsBeside = ['0', '4', '8', '24', 'gutter', 'auto'] as const
const paddings = ['0', '4', '6', '8', '12', '16', '24'] as const
const paddingsBeside = [...paddings, 'gutter'] as const

const asNamed = (name: string) => name
const ofTheme = (name: string) => `var(--${name})`
function pixels(name: string) {
  if (name === 'gutter') return ofTheme(name)
  return name === '0' || name === 'auto' ? name : `${name}px`
}
/** The theme calls the usual size of a thing by the thing's name alone: `--text` beside `--text-s`. */
const sized = (thing: string) => (name: string) => `var(--${name === 'm' ? thing : `${thing}-${name}`})`

/**
 * Properties with one of several values, which are lengths in pixels or names of the theme: what each sets, how its
 * names are written in CSS, and the names. A rule may outdo those above it.
 */
export const choices = {
  rowGap: ['row-gap', pixels, gaps],
  columnGap: ['column-gap', pixels, gaps],
  marginTop: ['margin-top', pixels, [...margins, 'auto']],
  marginRight: ['margin-right', pixels, marginsBeside],
  marginBottom: ['margin-bottom', pixels, margins],
  marginLeft: ['margin-left', pixels, marginsBeside],
  paddingTop: ['padding-top', pixels, paddings],
  paddingRight: ['padding-right', pixels, paddingsBeside],
  paddingBottom: ['padding-bottom', pixels, paddings],
  paddingLeft: ['padding-left', pixels, paddingsBeside],
  align: ['align-items', asNamed, ['start', 'center', 'end', 'baseline']],
  justify: [
    'justify-content',
    (name: string) => (name === 'between' ? 'space-between' : name),
    ['center', 'end', 'between'],
  ],
  justifyItems: ['justify-items', asNamed, ['start', 'center', 'end']],
  alignSelf: ['align-self', asNamed, ['start', 'center']],
  columns: [
    'grid-template-columns',
    (name: string) =>
      new Map([
        ['1', 'minmax(0, 1fr)'],
        ['halves', '1fr 1fr'],
        ['main-side', 'minmax(0, 1fr) auto'],
        ['side-main', 'auto minmax(0, 1fr)'],
      ]).get(name) ?? `repeat(${name}, minmax(0, 1fr))`,
    ['1', '2', '4', 'halves', 'main-side', 'side-main'],
  ],
  minHeight: ['min-height', pixels, ['0', '24', '28', '32', '40', '480']],
  height: ['height', pixels, ['6', '12', '24', '28', '32', '36']],
  overflow: ['overflow', asNamed, ['hidden', 'auto']],
  size: ['font-size', sized('text'), ['2xs', 'xs', 's', 'm', 'l', 'xl', '2xl']],
  line: ['line-height', pixels, ['16', '18', '20', '24', '28', '32']],
  weight: ['font-weight', asNamed, ['400', '500', '550', '600']],
  tone: [
    'color',
    (name: string) => (name === 'inherit' ? name : ofTheme(name)),
    ['ink', 'ink-2', 'ink-3', 'ink-4', 'link', 'accent', 'ok', 'warn', 'bad', 'info', 'on-accent', 'inherit'],
  ],
  textAlign: ['text-align', asNamed, ['left', 'center', 'right']],
  border: [
    'border',
    (name: string) => {
      if (name === 'none') return '0'
      return `1px solid ${ofTheme(name === 'strong' ? 'line-strong' : name)}`
    },
    ['line', 'strong', 'bad', 'none'],
  ],
  radius: ['border-radius', sized('radius'), ['xs', 's', 'm', 'l']],
  ground: ['background', ofTheme, ['paper', 'canvas', 'hover', 'line', 'accent', 'warn-soft', 'bad-soft', 'info-soft']],
} as const

/** Properties that are on or off. */
export const flags = {
  wrap: 'flex-wrap: wrap',
  grow: 'flex: 1',
  rigid: 'flex: none',
  shrink: 'min-width: 0',
  across: 'grid-column: 1 / -1',
  full: 'width: 100%',
  fullHeight: 'height: 100%',
  within: 'max-width: 100%',
  ownLine: 'flex-basis: 100%',
  middle: 'vertical-align: middle',
  pointer: 'cursor: pointer',
  relative: 'position: relative',
  block: 'display: block',
  mono: 'font-family: var(--mono)',
  nowrap: 'white-space: nowrap',
  preWrap: 'white-space: pre-wrap',
  anywhere: 'overflow-wrap: anywhere',
  ellipsis: 'text-overflow: ellipsis',
  cut: 'overflow: hidden; text-overflow: ellipsis; white-space: nowrap',
  tabular: 'font-variant-numeric: tabular-nums',
  borderTop: 'border-top: 1px solid var(--line)',
  borderRight: 'border-right: 1px solid var(--line)',
  borderBottom: 'border-bottom: 1px solid var(--line)',
  borderLeft: 'border-left: 1px solid var(--line)',
} as const

const bases = {
  stack: 'display: grid',
  row: 'display: flex',
  grid: 'display: grid',
  stackFlex: 'display: flex; flex-direction: column',
  rowInline: 'display: inline-flex',
  gridInline: 'display: inline-grid',
}

export const classOf = (name: string): string =>
  `l-${name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`

/** The style sheet of all that the primitives can be told, which the build puts in the place of layout.css. */
export function writeSheet(): string {
  const chosen = Object.entries(choices).flatMap(([name, [property, write, values]]) =>
    values.map((value) => [`${name}-${value}`, `${property}: ${write(value)}`]),
  )
  const rules = [...Object.entries(bases), ...chosen, ...Object.entries(flags)]
  return rules.map(([name = '', declarations = '']) => `.${classOf(name)} { ${declarations} }\n`).join('')
}

export type Choices = { [Name in keyof typeof choices]: (typeof choices)[Name][2][number] }
export type Flag = keyof typeof flags

/** Values in the order of CSS: all sides; vertical, horizontal; top, horizontal, bottom; or top, right, bottom, left. */
type Around<Top extends string, Beside extends string, Bottom extends string> =
  | (Top & Beside & Bottom)
  | `${Top & Bottom} ${Beside}`
  | `${Top} ${Beside} ${Bottom}`
  | `${Top} ${Beside} ${Bottom} ${Beside}`

/** Rooms of several sides at once. */
export type Rooms = {
  gap: Choices['rowGap'] | `${Choices['rowGap']} ${Choices['columnGap']}`
  margin: Around<Choices['marginTop'], Choices['marginLeft'], Choices['marginBottom']>
  padding: Around<Choices['paddingTop'], Choices['paddingLeft'], Choices['paddingBottom']>
}

export type Look = { [Name in keyof Rooms]?: Rooms[Name] } & { [Name in keyof Choices]?: Choices[Name] } & {
  [Name in Flag]?: boolean
}
