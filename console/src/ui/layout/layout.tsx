import { createElement, type JSX, type ReactElement } from 'react'
import { classOf, type Choices, type Flag, type Look, type Rooms } from './looks.ts'

const tags = [
  'a',
  'article',
  'aside',
  'b',
  'button',
  'code',
  'dd',
  'details',
  'div',
  'dl',
  'dt',
  'fieldset',
  'figcaption',
  'footer',
  'form',
  'h1',
  'h2',
  'h3',
  'h4',
  'header',
  'i',
  'kbd',
  'label',
  'legend',
  'li',
  'main',
  'nav',
  'ol',
  'p',
  'pre',
  'section',
  'small',
  'span',
  'summary',
  'time',
  'u',
  'ul',
] as const
type Tag = (typeof tags)[number]
type Props<T extends Tag, Own> = Look & Own & Omit<JSX.IntrinsicElements[T], keyof Look | keyof Own>
/** Available with its usual tag and with any other: `<Row>`, `<Row.li>`. */
type Primitive<Default extends Tag, Own = unknown> = ((props: Props<Default, Own>) => ReactElement) & {
  [T in Tag]: (props: Props<T, Own>) => ReactElement
}

/** Each property sets these sides, or a value, or a flag without a value. */
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

function classesOf(name: keyof typeof looks, value: unknown): readonly string[] {
  if (value === undefined || value === false) return []
  if (value === true) return [classOf(name)]
  const sides = looks[name]
  if (sides === 0) return [`${classOf(name)}-${String(value)}`]
  const [top, right = top, bottom = top, left = right] = String(value).split(' ')
  const steps = [top, right, bottom, left]
  return sides.map((side, at) => `${classOf(side)}-${steps[at]}`)
}

type Dressed = (props: object) => ReactElement

/** The element, with a class for each property, and with everything else unchanged. */
const dressed =
  (base: string, tag: Tag): Dressed =>
  (props) => {
    const { className, inline, flex, ...told }: Record<string, unknown> = { ...props }
    const classes: unknown[] = [`${base}${inline === true ? '-inline' : ''}${flex === true ? '-flex' : ''}`]
    const rest: Record<string, unknown> = {}
    for (const [name, value] of Object.entries(told)) {
      if (isLook(name)) classes.push(...classesOf(name, value))
      else rest[name] = value
    }
    classes.push(className)
    return createElement(tag, { ...rest, className: classes.filter(Boolean).join(' ') || undefined })
  }

const isWhole = (made: Partial<Record<Tag, Dressed>>): made is Record<Tag, Dressed> => tags.every((tag) => tag in made)

function asAnyTag(base: string, tag: Tag): Dressed & Record<Tag, Dressed> {
  const made: Partial<Record<Tag, Dressed>> = {}
  for (const each of tags) made[each] = dressed(base, each)
  if (!isWhole(made)) throw new Error('A tag is missing')
  return Object.assign(dressed(base, tag), made)
}

/** A box that leaves its children as they are. */
export const Box: Primitive<'div'> = asAnyTag('', 'div')
/** Text, in the inks, sizes and weights of the theme. */
export const Text: Primitive<'span'> = asAnyTag('', 'span')
/** Things below each other. As `flex` they may grow to the height of the whole. */
export const Stack: Primitive<'div', { flex?: boolean }> = asAnyTag('l-stack', 'div')
/** Places its children beside each other. */
export const Row: Primitive<'div', { inline?: boolean }> = asAnyTag('l-row', 'div')
/** Things in columns. */
export const Grid: Primitive<'div', { inline?: boolean }> = asAnyTag('l-grid', 'div')
