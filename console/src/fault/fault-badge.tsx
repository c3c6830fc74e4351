import { conditionNames, handlingNames, severityNames } from '@brigade/contract/fault/fault-words.ts'
import type { Condition, Handling, Severity } from '@brigade/contract/fault/record.model.ts'
import { useLocale } from '../platform/locale.ts'
import { StateBadge, type StateShapeName } from '../ui/icon/state-shape.tsx'
import { Box, Row } from '../ui/layout/layout.tsx'
import css from './fault.module.css'

/** Shows the severity as a bar of four steps beside its word, so that colour only repeats it. */
export function SeverityBadge({ severity }: { severity: Severity }) {
  const locale = useLocale()
  return (
    <Row.span inline gap="8" align="center" middle nowrap className={`${css.severity} ${css[severity]}`}>
      <Box.i rigid aria-hidden="true" />
      {severityNames[severity][locale]}
    </Row.span>
  )
}

const shapeOf: Readonly<Record<Handling, StateShapeName>> = {
  new: 'standby',
  acknowledged: 'preheating',
  'in-hand': 'online',
  closed: 'completed',
}

export function HandlingBadge({ handling, fact }: { handling: Handling; fact?: string | undefined }) {
  const locale = useLocale()
  return (
    <StateBadge
      shape={shapeOf[handling]}
      tone={handling === 'new' ? 'warn' : handling === 'closed' ? 'off' : 'accent'}
      word={handlingNames[handling][locale]}
      fact={fact}
    />
  )
}

const conditionLook = {
  active: { shape: 'error' },
  eliminated: { shape: 'completed' },
  withdrawn: { shape: 'disabled' },
} as const satisfies Record<Condition, object>

export function ConditionBadge({ condition }: { condition: Condition }) {
  const locale = useLocale()
  return <StateBadge {...conditionLook[condition]} word={conditionNames[condition][locale]} />
}
