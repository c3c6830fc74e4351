import type { Words } from '@brigade/contract/locale.ts'
import type { IconName } from '../../ui/icon/outlines.ts'

/**
 * Something a person can do, declared once: who may do it, what it is called, and the screen whose button does it. That button and
 * the palette both read this (`useAct`, acts.ts), so neither offers what the other does not.
 */
export type Act = Readonly<{
  /** Unique. */
  key: string
  icon: IconName
  /** Its name in the palette, where no two acts have the same. */
  label: Words
  /** Its name on its button, if the screen around says the rest. */
  button?: Words
  /** The operation code of its call. */
  code: string
  /** Only the platform's staff may do it, whatever role another account has. */
  isPlatforms?: boolean
  /** The screen that does it. An act without one is about the record on screen, and is offered on its page alone. */
  href?: string
  /** There is no button: the screen at `href` is all of it, such as a list with a filter. */
  isPlace?: boolean
}>

/** An address that asks its screen for an act has this at its end. */
export const hashOf = ({ key }: Act): string => `do-${key}`

export const requestHref = (act: Act & { href: string }): string =>
  act.isPlace === true ? act.href : `${act.href}#${hashOf(act)}`
