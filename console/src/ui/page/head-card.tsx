import type { ReactNode } from 'react'
import css from './head-card.module.css'

export type HeadFigure = {
  key: string
  label: string
  value: string
  /** Right after the value. */
  unit?: string
  /** After both, in a quieter ink: of how many, what it should be. */
  note?: string
  /** The figure links to this address. */
  href?: string | undefined
}

type Props = {
  name: string
  picture?: ReactNode
  /** The state: shape and word. */
  state?: ReactNode
  /** Its two or three main actions. */
  actions?: ReactNode
  /** The line under the name: the owner and the responsible people. Empty parts are left out. */
  facts?: readonly ReactNode[]
  figures?: readonly HeadFigure[]
  /** The figures are the last known, not live. */
  isStill?: boolean
  /** A separate column on the right: what happens now. */
  aside?: ReactNode
}

/** The head of a detail page: what it is, its state, its main actions, and the figures one looks for first. */
export function HeadCard({ name, picture, state, actions, facts = [], figures = [], isStill = false, aside }: Props) {
  const parts = facts.filter((fact) => fact !== null && fact !== undefined && fact !== '')
  const sides = `${picture === undefined ? '' : css.pictured} ${aside === undefined ? '' : css.aside}`
  return (
    <section className={`${css.head} ${sides} ${isStill ? css.still : ''}`} aria-label={name}>
      {picture}
      <div className={css.main}>
        <div className={css.top}>
          <h1 data-cut="">{name}</h1>
          {state === undefined ? null : <span className={css.state}>{state}</span>}
          {actions === undefined ? null : <span className={css.actions}>{actions}</span>}
        </div>
        {parts.length === 0 ? null : (
          <div className={css.facts}>
            {parts.map((part, index) => (
              <span key={index} data-cut="">
                {part}
              </span>
            ))}
          </div>
        )}
        {figures.length === 0 ? null : (
          <dl className={css.figures}>
            {figures.map(({ key, label, value, unit, note, href }) => (
              <div key={key}>
                <dt>{label}</dt>
                <dd>
                  <b>{href === undefined ? value : <a href={href}>{value}</a>}</b>
                  {unit === undefined || unit === '' ? null : <span className={css.unit}>{unit}</span>}
                  {note === undefined || note === '' ? null : <small>{note}</small>}
                </dd>
              </div>
            ))}
          </dl>
        )}
      </div>
      {aside}
    </section>
  )
}

/** Placeholders in the shape of the head while the first answer loads. */
export function HeadBones({ figures }: { figures: number }) {
  return (
    <div className={`${css.head} ${css.bones}`} aria-hidden="true">
      <div className={css.top}>
        <span />
      </div>
      <div className={css.facts}>
        <span />
      </div>
      <div className={css.figures}>
        {Array.from({ length: figures }, (_, index) => (
          <div key={index}>
            <span />
          </div>
        ))}
      </div>
    </div>
  )
}
