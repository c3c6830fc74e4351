import { useEffect, useState } from 'react'
import { useLocale, useWords } from '../../platform/locale.ts'
import { useNow } from '../../platform/time/use-now.ts'
import { BrandMark } from '../../ui/icon/brand-mark.tsx'
import { Grid, Row, Text } from '../../ui/layout/layout.tsx'
import { useZone } from './age.tsx'
import { readLogo, type Looking } from './follow-wall.ts'
import css from './wall.module.css'
import { WallShape } from './wall-shape.tsx'
import { serverNow, useWall } from './wall-store.ts'
import { clockIn, dayIn, offsetIn, takenAt, useNameIn, weekdayIn } from './wall-words.ts'
import { wallText } from './wall.text.ts'

/** The wall's organisation, the age of its figures, and the time. */
export function WallHead({ looking }: { looking: Looking }) {
  const w = useWords(wallText)
  const nameIn = useNameIn()
  const page = useWall((state) => state.page)
  const owner = page === null ? '' : page.organisation.isPlatform ? w.allOrganisations : page.organisation.name
  return (
    <Grid.header columns="main-side" align="center" across className={css.head}>
      <Row align="center" shrink className={css.identity}>
        <Logo looking={looking} version={page?.logo ?? null} />
        <Text.h1 weight="600" rigid nowrap>
          {page?.title === null || page === null ? w.title : nameIn(page.title)}
        </Text.h1>
        <Text.small tone="ink-3" cut shrink>
          {owner}
        </Text.small>
      </Row>
      <Row align="center" nowrap className={css.meta}>
        <TakenNote />
        <Connection />
        <Clock />
      </Row>
    </Grid.header>
  )
}

function Logo({ looking, version }: { looking: Looking; version: string | null }) {
  const [address, setAddress] = useState<string>()
  const { token } = looking.access
  useEffect(() => {
    if (version === null) return undefined
    const stop = new AbortController()
    let made: string | undefined
    readLogo(looking, stop.signal).then(
      (found) => {
        made = found
        setAddress(found)
      },
      () => undefined,
    )
    return () => {
      stop.abort()
      setAddress(undefined)
      if (made !== undefined) URL.revokeObjectURL(made)
    }
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- read again only for another logo or another access
  }, [version, token])
  if (version !== null && address !== undefined) return <img className={css.logo} src={address} alt="" />
  return (
    <span className={css.mark}>
      <BrandMark size={40} />
    </span>
  )
}

function TakenNote() {
  const w = useWords(wallText)
  const zone = useZone()
  const taken = useWall((state) => state.parts?.taken ?? null)
  if (taken === null) return null
  return (
    <dl>
      <dt>{taken.asOf === null ? w.notTaken : w.asOf({ time: takenAt(zone, taken.asOf, serverNow()) })}</dt>
      <dd>
        {taken.hasFailed
          ? w.runFailed
          : taken.next === null
            ? ''
            : w.next({ time: takenAt(zone, taken.next, serverNow()) })}
      </dd>
    </dl>
  )
}

function Connection() {
  const w = useWords(wallText)
  const zone = useZone()
  const connection = useWall((state) => state.connection)
  const newsAt = useWall((state) => state.newsAt)
  const delayMs = useWall((state) => state.delayMs)
  const hasNewVersion = useWall((state) => state.hasNewVersion)
  const isLost = connection === 'lost' || (connection === 'connecting' && newsAt !== null)
  if (hasNewVersion && !isLost)
    return (
      <Text.button
        border="strong"
        tone="ink"
        weight="500"
        pointer
        type="button"
        className={css.reload}
        onClick={() => location.reload()}
      >
        {w.newVersion}
      </Text.button>
    )
  return (
    <div role="status" className={css.status}>
      <p>
        {isLost
          ? newsAt === null
            ? ''
            : w.lastNews({ time: clockIn(zone, newsAt) })
          : delayMs === null
            ? w.liveEvents
            : w.delay({ seconds: (delayMs / 1000).toFixed(1) })}
      </p>
      <p className={isLost ? css.lost : connection === 'connected' ? css.connected : undefined}>
        {connection === 'connecting' && !isLost ? null : <WallShape kind={isLost ? 'fault' : 'live'} />}
        {isLost ? w.reconnecting : connection === 'connected' ? w.connected : w.connecting}
      </p>
    </div>
  )
}

/** The clock waits for its zone: until then it would show another time of day. */
function Clock() {
  const locale = useLocale()
  const zone = useZone()
  const isKnown = useWall((state) => state.page !== null)
  useNow(1000)
  if (!isKnown) return null
  const now = serverNow()
  const offset = offsetIn(zone, now)
  return (
    <>
      <dl>
        <dt>
          {locale === 'zh'
            ? `${weekdayIn(zone, now, locale)}（${offset}）`
            : `${weekdayIn(zone, now, locale)} (${offset})`}
        </dt>
        <dd>{dayIn(zone, now)}</dd>
      </dl>
      <time className={css.clock}>{clockIn(zone, now)}</time>
    </>
  )
}
