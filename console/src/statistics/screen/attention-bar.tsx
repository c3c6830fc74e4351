import type { Attention, AttentionKind, LiveReply } from '@brigade/contract/statistics/statistics.model.ts'
import { openTray } from '../../job/job-link.tsx'
import { formatNumber } from '../../platform/format.ts'
import { useWords } from '../../platform/locale.ts'
import { formatDuration } from '../../platform/time/duration.ts'
import { Icon } from '../../ui/icon/icon.tsx'
import type { IconName } from '../../ui/icon/outlines.ts'
import { statisticsText } from '../statistics.text.ts'
import { attentionHref } from './attention-address.ts'
import css from './screen.module.css'

const icons: Readonly<Record<AttentionKind, IconName>> = {
  critical: 'alert',
  excursions: 'temperature',
  offline: 'cloud-off',
  firmware: 'cpu',
  imports: 'upload',
}

/** Lists what needs attention now, each as a link to it, and shows in red if critical faults reach nobody. */
export function AttentionBar({ live }: { live: LiveReply | undefined }) {
  const w = useWords(statisticsText)
  if (live === undefined) return <div className={css.attention} aria-busy="true" />
  const { attention, isUnreachable, at } = live
  return (
    <>
      {isUnreachable ? (
        <p className={css.unreachable} role="alert">
          <Icon name="alert" />
          <span>{w.nobody}</span>
        </p>
      ) : null}
      <section className={css.attention} aria-label={w.attention}>
        <h2>{w.attention}</h2>
        {attention.length === 0 ? (
          <p className={css.calm}>
            <Icon name="check" size="small" />
            {w.attentionNone}
          </p>
        ) : (
          <ul>
            {attention.map((one) => (
              <Item key={`${one.kind} ${one.deviceKind}`} one={one} at={at} />
            ))}
          </ul>
        )}
      </section>
    </>
  )
}

function Item({ one, at }: { one: Attention; at: string }) {
  const w = useWords(statisticsText)
  const { kind, count, since, deviceKind } = one
  const words = w[`attention-${kind}`]({ n: count, count: formatNumber(count) })
  const of = deviceKind === null || kind === 'excursions' ? '' : deviceKind === 'oven' ? w.ovens : w.coolers
  const href = attentionHref(one)
  const content = (
    <>
      <Icon name={icons[kind]} size="small" />
      {words}
      {of === '' ? null : <small>{of}</small>}
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
