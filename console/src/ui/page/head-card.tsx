import type { ReactNode } from 'react'
import css from './head-card.module.css'

export type HeadFigure = {
  key: string
  label: string
  value: string
  /** After the value, in a quieter ink: of how many, in which unit. */
  note?: string
  /** Where the figure leads. */
  href?: string | undefined
}

type Props = {
  name: string
  /** The state: shape and word. */
  state?: ReactNode
  /** Its two or three main actions. */
  actions?: ReactNode
  /** The line under the name: whose it is, who answers for it. Parts that are empty are left out. */
  facts?: readonly ReactNode[]
  figures?: readonly HeadFigure[]
}

/** The head of a detail page: what it is, its state, its main actions, and the figures one looks for first. */
export function HeadCard({ name, state, actions, facts = [], figures = [] }: Props) {
  const parts = facts.filter((fact) => fact !== null && fact !== undefined && fact !== '')
  return (
    <section className={css.head} aria-label={name}>
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
          {figures.map(({ key, label, value, note, href }) => (
            <div key={key}>
              <dt>{label}</dt>
              <dd>
                <b>{href === undefined ? value : <a href={href}>{value}</a>}</b>
                {note === undefined || note === '' ? null : <small>{note}</small>}
              </dd>
            </div>
          ))}
        </dl>
      )}
    </section>
  )
}

/** The head's own shape while the first answer is on its way. */
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
