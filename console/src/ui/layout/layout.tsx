import { createElement, type JSX, type ReactElement } from 'react'
import type { Choices, Flag, Look, Rooms } from './looks.ts'

type Tag = keyof HTMLElementTagNameMap & keyof JSX.IntrinsicElements
type Props<T extends Tag, Own> = Look & Own & { as?: T } & Omit<JSX.IntrinsicElements[T], keyof Look | keyof Own>
type Primitive<Default extends Tag, Own = unknown> = <T extends Tag = Default>(props: Props<T, Own>) => ReactElement

/** What stands behind each name: sides, a value, or nothing. */
const looks: { [Name in keyof Rooms]: readonly (keyof Choices)[] } & { [Name in keyof Choices | Flag]: 0 } = {
  gap: ['rowGap', 'columnGap'],
  margin: ['marginTop', 'marginRight', 'marginBottom', 'marginLeft'],
  padding: ['paddingTop', 'paddingRight', 'paddingBottom', 'paddingLeft'],
  rowGap: 0,
  columnGap: 0,
  marginTop: 0,
  marginRight: 0,
  marginBottom: 0,
  marginLeft: 0,
  paddingTop: 0,
  paddingRight: 0,
  paddingBottom: 0,
  paddingLeft: 0,
  align: 0,
  justify: 0,
  justifyItems: 0,
  alignSelf: 0,
  columns: 0,
  minHeight: 0,
  height: 0,
  overflow: 0,
  size: 0,
  line: 0,
  weight: 0,
  tone: 0,
  textAlign: 0,
  border: 0,
  radius: 0,
  ground: 0,
  wrap: 0,
  grow: 0,
  rigid: 0,
  shrink: 0,
  across: 0,
  full: 0,
  fullHeight: 0,
  within: 0,
  ownLine: 0,
  middle: 0,
  pointer: 0,
  relative: 0,
  block: 0,
  mono: 0,
  nowrap: 0,
  preWrap: 0,
  anywhere: 0,
  ellipsis: 0,
  cut: 0,
  tabular: 0,
  borderTop: 0,
  borderRight: 0,
  borderBottom: 0,
  borderLeft: 0,
}
const isLook = (name: string): name is keyof typeof looks => Object.hasOwn(looks, name)
const classOf = (name: string) => `l-${name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`

function classesOf(name: keyof typeof looks, value: unknown): readonly string[] {
  if (value === undefined || value === false) return []
  if (value === true) return [classOf(name)]
  const sides = looks[name]
  if (sides === 0) return [`${classOf(name)}-${String(value)}`]
  const [top, right = top, bottom = top, left = right] = String(value).split(' ')
  const steps = [top, right, bottom, left]
  return sides.map((side, at) => `${classOf(side)}-${steps[at]}`)
}

/** The element, with the class of each thing it was told, and with everything else as it is. */
function dressed(base: string, defaultTag: Tag, props: object): ReactElement {
  const { as = defaultTag, className, inline, flex, ...told }: Record<string, unknown> = { ...props }
  const classes: unknown[] = [`${base}${inline === true ? '-inline' : ''}${flex === true ? '-flex' : ''}`]
  const rest: Record<string, unknown> = {}
  for (const [name, value] of Object.entries(told)) {
    if (isLook(name)) classes.push(...classesOf(name, value))
    else rest[name] = value
  }
  classes.push(className)
  return createElement(String(as), { ...rest, className: classes.filter(Boolean).join(' ') || undefined })
}

/** A box that leaves its children as they are. */
export const Box: Primitive<'div'> = (props) => dressed('', 'div', props)
/** Text, in the inks, sizes and weights of the theme. */
export const Text: Primitive<'span'> = (props) => dressed('', 'span', props)
/** Things below each other. As `flex` they may grow to the height of the whole. */
export const Stack: Primitive<'div', { flex?: boolean }> = (props) => dressed('l-stack', 'div', props)
/** Things beside each other. */
export const Row: Primitive<'div', { inline?: boolean }> = (props) => dressed('l-row', 'div', props)
/** Things in columns. */
export const Grid: Primitive<'div', { inline?: boolean }> = (props) => dressed('l-grid', 'div', props)
