import type { RobotRow, WebhookRow } from '@brigade/contract/message/target.model.ts'
import type { messageText as serverText } from '@brigade/contract/message/message.text.ts'
import { formatTime } from '../../platform/format.ts'
import type { WordsOf } from '../../platform/locale.ts'
import type { Column } from '../../ui/data-table/column.ts'
import { StateBadge } from '../../ui/icon/state-shape.tsx'
import css from '../message.module.css'
import type { messageText } from '../message.text.ts'
import type { targetText } from './target.text.ts'

type Target = RobotRow | WebhookRow
type Words = Readonly<{
  m: WordsOf<typeof messageText>
  t: WordsOf<typeof targetText>
  s: WordsOf<typeof serverText>
}>

/** The columns that robots and webhooks share. */
export const targetColumns = <T extends Target>({ m, t, s }: Words): readonly Column<T>[] => [
  {
    key: 'enabled',
    title: m.state,
    width: 124,
    cell: ({ enabled, isGivenUp }) =>
      enabled ? (
        <StateBadge shape="enabled" word={t.enabled} />
      ) : (
        <StateBadge shape={isGivenUp ? 'error' : 'disabled'} word={isGivenUp ? t.givenUp : t.disabled} />
      ),
  },
  { key: 'organisation', title: m.organisation, width: 132, cell: ({ organisation }) => organisation.name },
  {
    key: 'types',
    title: t.types,
    width: 136,
    cell: ({ types }) => (types.length === 0 ? t.allTypes : types.map((type) => m[`type-${type}`]).join(', ')),
  },
  {
    key: 'success',
    title: t.lastSuccess,
    width: 152,
    dim: true,
    cell: ({ lastSuccessAt }) =>
      lastSuccessAt === null ? t.never : <span className="time">{formatTime(lastSuccessAt)}</span>,
  },
  {
    key: 'failure',
    title: t.lastFailure,
    cell: ({ lastFailureAt, lastFailure, lastFailureDetail, failingSince }) =>
      lastFailureAt === null || lastFailure === null ? (
        t.never
      ) : (
        <span className={failingSince === null ? undefined : css.bad} title={lastFailureDetail}>
          <span className="time">{formatTime(lastFailureAt)}</span> {s[`message.reason-${lastFailure}`]}
        </span>
      ),
  },
]
