type Gap = '0' | '2' | '4' | '6' | '8' | '12' | '16' | '24'
type Margin = '0' | '4' | '8' | '12' | '16' | '20' | '24'
type MarginBeside = '0' | '4' | '8' | '24' | 'auto'
type Padding = '0' | '4' | '6' | '8' | '12' | '16' | '24'

/**
 * Properties with one of several values; lengths are in pixels. Each is a class of layout.css or look.css, and
 * layout.test.ts compares the two.
 */
export type Choices = {
  rowGap: Gap
  columnGap: Gap
  marginTop: Margin | 'auto'
  marginRight: MarginBeside
  marginBottom: Margin
  marginLeft: MarginBeside
  paddingTop: Padding
  paddingRight: Padding
  paddingBottom: Padding
  paddingLeft: Padding
  align: 'start' | 'center' | 'end' | 'baseline'
  justify: 'center' | 'end' | 'between'
  justifyItems: 'start' | 'center' | 'end'
  alignSelf: 'start' | 'center'
  columns: '1' | '2' | '4' | 'halves' | 'main-side' | 'side-main'
  minHeight: '0' | '24' | '28' | '32' | '40' | '480'
  height: '6' | '12' | '24' | '28' | '32' | '36'
  overflow: 'hidden' | 'auto'
  size: '2xs' | 'xs' | 's' | 'm' | 'l' | 'xl' | '2xl'
  line: '16' | '18' | '20' | '24' | '28' | '32'
  weight: '400' | '500' | '550' | '600'
  tone:
    | 'ink'
    | 'ink-2'
    | 'ink-3'
    | 'ink-4'
    | 'link'
    | 'accent'
    | 'ok'
    | 'warn'
    | 'bad'
    | 'info'
    | 'on-accent'
    | 'inherit'
  textAlign: 'left' | 'center' | 'right'
  border: 'line' | 'strong' | 'bad' | 'none'
  radius: 'xs' | 's' | 'm' | 'l'
  ground: 'paper' | 'canvas' | 'hover' | 'line' | 'accent' | 'warn-soft' | 'bad-soft' | 'info-soft'
}

/** Properties that are on or off. */
export type Flag =
  | 'wrap'
  | 'grow'
  | 'rigid'
  | 'shrink'
  | 'across'
  | 'full'
  | 'fullHeight'
  | 'within'
  | 'ownLine'
  | 'middle'
  | 'pointer'
  | 'relative'
  | 'block'
  | 'mono'
  | 'nowrap'
  | 'preWrap'
  | 'anywhere'
  | 'ellipsis'
  | 'cut'
  | 'tabular'
  | 'borderTop'
  | 'borderRight'
  | 'borderBottom'
  | 'borderLeft'

/**
 * Values in the order of CSS: all sides; vertical, horizontal; top, horizontal, bottom; or top, right, bottom, left.
 */
type Around<Top extends string, Beside extends string, Bottom extends string> =
  | (Top & Beside & Bottom)
  | `${Top & Bottom} ${Beside}`
  | `${Top} ${Beside} ${Bottom}`
  | `${Top} ${Beside} ${Bottom} ${Beside}`

/** Rooms of several sides at once. */
export type Rooms = {
  gap: Gap | `${Gap} ${Gap}`
  margin: Around<Margin | 'auto', MarginBeside, Margin>
  padding: Around<Padding, Padding, Padding>
}

export type Look = { [Name in keyof Rooms]?: Rooms[Name] } & { [Name in keyof Choices]?: Choices[Name] } & {
  [Name in Flag]?: boolean
}
