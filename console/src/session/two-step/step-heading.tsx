import css from './two-step.module.css'

/** On a page of its own, inside a dialog about something wider, or in one that has this very title. */
export type Place = 'page' | 'dialog' | 'titled'

export function StepHeading({ place, title, children }: { place: Place; title: string; children: string }) {
  return (
    <>
      {place === 'page' ? <h1 className={css.title}>{title}</h1> : null}
      {place === 'dialog' ? <h3 className={css.small}>{title}</h3> : null}
      <p className={css.sub}>{children}</p>
    </>
  )
}
