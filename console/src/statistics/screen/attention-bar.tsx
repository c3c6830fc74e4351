import type { Attention, AttentionKind, LiveReply } from '@brigade/contract/statistics/statistics.model.ts'
import { UrgentList } from '../../fault/urgent/urgent-list.tsx'
import { openTray } from '../../job/job-link.tsx'
import { useCan } from '../../platform/can.ts'
import { formatNumber } from '../../platform/format.ts'
import { useWords } from '../../platform/locale.ts'
import { formatDuration } from '../../platform/time/duration.ts'
import { Icon } from '../../ui/icon/icon.tsx'
import type { IconName } from '../../ui/icon/outlines.ts'
import { Row, Stack } from '../../ui/layout/layout.tsx'
import { statisticsText } from '../statistics.text.ts'
import css from './screen.module.css'
import { attentionList } from '@brigade/contract/statistics/drill.rules.ts'

/** Faults and alarms are tabs of their screens. */
const tabOf = { critical: 'faults', excursions: 'alarms', offline: 'alarms', firmware: undefined, imports: undefined }

/** The list of open problems. The caller's own jobs are in the tray and have no list. */
function attentionHref({ kind, deviceKind }: Pick<Attention, 'kind' | 'deviceKind'>): string | undefined {
  const found = attentionList(kind, deviceKind)
  if (found === undefined) return undefined
  const tab = tabOf[kind]
  const query = new URLSearchParams({ ...(tab === undefined ? {} : { tab }), ...found.query })
  // The screens are of a kind each.
  if (tab !== undefined) query.delete('kind')
  return `${found.screen}?${query.toString()}`
}

const icons: Readonly<Record<AttentionKind, IconName>> = {
  critical: 'alert',
  excursions: 'temperature',
  offline: 'cloud-off',
  firmware: 'cpu',
  imports: 'upload',
}

/**
 * Shows what needs attention: current faults by name, the number of each kind with a link to its list, and what waits
 * for the reader. A red line warns if critical faults reach nobody.
 */
export function AttentionBar({
  live,
  organisation,
}: {
  live: LiveReply | undefined
  organisation: string | undefined
}) {
  const w = useWords(statisticsText)
  const maySeeFaults = useCan()('fault:view')
  return (
    <Stack.section gap="8" padding="0 gutter 16" className={css.attention} aria-label={w.attention}>
      {live?.isUnreachable === true ? (
        <Row.p
          gap="8"
          padding="8 16"
          align="center"
          border="bad"
          radius="m"
          ground="bad-soft"
          tone="bad"
          weight="550"
          role="alert"
        >
          <Icon name="alert" />
          <span>{w.nobody}</span>
        </Row.p>
      ) : null}
      <h2>{w.attention}</h2>
      {maySeeFaults ? <UrgentList customerId={organisation} /> : null}
      {live === undefined ? <div className={css.waits} aria-busy="true" /> : <Counts {...{ live, maySeeFaults }} />}
    </Stack.section>
  )
}

function Counts({ live: { attention, at }, maySeeFaults }: { live: LiveReply; maySeeFaults: boolean }) {
  const w = useWords(statisticsText)
  if (attention.length > 0)
    return (
      <ul className={css.waits}>
        {attention.map((one) => (
          <Item key={`${one.kind} ${one.deviceKind}`} one={one} at={at} />
        ))}
      </ul>
    )
  // The list above tells whether anything is wrong, if the reader may see it.
  return maySeeFaults ? null : <p className={css.waits}>{w.attentionNone}</p>
}

function Item({ one, at }: { one: Attention; at: string }) {
  const w = useWords(statisticsText)
  const { kind, count, shelved, since, deviceKind } = one
  const words = w[`attention-${kind}`]({ n: count, count: formatNumber(count) })
  const of = deviceKind === null || kind === 'excursions' ? '' : deviceKind === 'oven' ? w.ovens : w.coolers
  const href = attentionHref(one)
  const content = (
    <>
      <Icon name={icons[kind]} size="small" />
      {words}
      {of === '' ? null : <small>{of}</small>}
      {shelved === 0 ? null : <small>{w.shelvedToo({ count: formatNumber(shelved) })}</small>}
      {since === null ? null : (
        <small>{w.since({ duration: formatDuration(Date.parse(at) - Date.parse(since)) })}</small>
      )}
    </>
  )
  return (
    <li className={kind === 'critical' ? css.grave : undefined}>
      {href === undefined ? (
        <button type="button" onClick={openTray}>
          {content}
        </button>
      ) : (
        <a href={href}>{content}</a>
      )}
    </li>
  )
}
