import { Text } from '../../ui/layout/layout.tsx'
import css from './two-step.module.css'

/** On a page of its own, inside a dialog about something wider, or in one that has this very title. */
export type Place = 'page' | 'dialog' | 'titled'

export function StepHeading({ place, title, children }: { place: Place; title: string; children: string }) {
  return (
    <>
      {place === 'page' ? (
        <Text.h1 size="2xl" line="32" marginBottom="8" className={css.title}>
          {title}
        </Text.h1>
      ) : null}
      {place === 'dialog' ? (
        <Text.h3 size="m" line="24" marginBottom="4">
          {title}
        </Text.h3>
      ) : null}
      <Text.p tone="ink-3" marginBottom="16">
        {children}
      </Text.p>
    </>
  )
}
