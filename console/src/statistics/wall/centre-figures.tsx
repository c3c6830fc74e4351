import type { ReactNode } from 'react'
import { formatNumber } from '../../platform/format.ts'
import { useWords } from '../../platform/locale.ts'
import { Grid, Text } from '../../ui/layout/layout.tsx'
import { LiveMark, useLastReceived, useTakenWords, useZone } from './age.tsx'
import centreCss from './centre.module.css'
import { WallShape } from './wall-shape.tsx'
import { serverNow, useWall } from './wall-store.ts'
import { percent, share, takenAt } from './wall-words.ts'
import { wallText } from './wall.text.ts'

/** Four figures over the map. For an organisation, the availability of its coolers replaces the messages of the platform. */
export function CentreFigures() {
  const isPlatform = useWall((state) => state.page?.organisation.isPlatform === true)
  return (
    <Grid.dl columns="4" className={centreCss.figures}>
      <Cooking />
      {isPlatform ? <Messages /> : <Availability />}
      <Commands />
      <OpenFaults />
    </Grid.dl>
  )
}

type FigureProps = { title: ReactNode; value: string; caption: string; isLive: boolean }

/** A live figure is marked as live; without news it shows since when. A gap has neither. */
function Figure({ title, value, caption, isLive }: FigureProps) {
  const w = useWords(wallText)
  const lastReceived = useLastReceived()
  const isStale = isLive && lastReceived !== null
  return (
    <div data-live={isLive ? '' : undefined}>
      <dt>{title}</dt>
      <dd data-headline="">
        {value}
        {isLive && !isStale && value !== '-' ? <LiveMark /> : null}
      </dd>
      <Text.dd tone="ink-3" className={centreCss.caption}>
        {isStale ? w.timeAsOf({ time: lastReceived }) : caption}
      </Text.dd>
    </div>
  )
}

function Cooking() {
  const w = useWords(wallText)
  const cooking = useWall((state) => state.parts?.cooking ?? null)
  const hours = useWall((state) => state.parts?.taken?.inUseHours ?? null)
  const isPlatform = useWall((state) => state.page?.organisation.isPlatform === true)
  const part = cooking === null ? null : share(cooking.cooking, cooking.onlineOvens)
  const caption = cooking === null ? '' : part === null ? w.noOvenOnline : w.ofOnlineOvens({ share: part })
  const used = !isPlatform && hours !== null ? w.inUse({ hours: formatNumber(hours, 1) }) : caption
  return <Figure title={w.cooking} value={formatNumber(cooking?.cooking)} caption={used} isLive />
}

function Messages() {
  const w = useWords(wallText)
  const messages = useWall((state) => state.parts?.messages ?? null)
  const whole = (value: number | null | undefined): string =>
    value === null || value === undefined ? '-' : formatNumber(value, value < 100 && value % 1 !== 0 ? 1 : 0)
  const peak = messages?.peak ?? null
  return (
    <Figure
      title={w.perSecond}
      value={whole(messages?.perSecond)}
      caption={peak === null ? '' : w.peak({ count: whole(peak) })}
      isLive
    />
  )
}

/** Returns when the last run was, in few words; null without a run. */
function useRunTime(): string | null {
  const zone = useZone()
  const asOf = useWall((state) => state.parts?.taken?.asOf ?? null)
  return asOf === null ? null : takenAt(zone, asOf, serverNow())
}

function Availability() {
  const w = useWords(wallText)
  const value = useWall((state) => state.parts?.taken?.availability ?? null)
  const due = useTakenWords(false)
  const time = useRunTime()
  const isTaken = value !== null && time !== null
  return (
    <Figure
      title={w.availability}
      value={isTaken ? percent(value) : '-'}
      caption={isTaken ? w.sevenDays({ time }) : due}
      isLive={false}
    />
  )
}

function Commands() {
  const w = useWords(wallText)
  const commands = useWall((state) => state.parts?.taken?.commands ?? null)
  const due = useTakenWords(false)
  const time = useRunTime()
  const succeeded = commands?.succeededShare ?? null
  return (
    <Figure
      title={commands === null || time === null ? w.commands : w.commandsBy({ time })}
      value={formatNumber(commands?.created)}
      caption={commands === null ? due : succeeded === null ? '' : w.succeeded({ share: percent(succeeded) })}
      isLive={false}
    />
  )
}

function OpenFaults() {
  const w = useWords(wallText)
  const faults = useWall((state) => state.parts?.faults ?? null)
  const caption =
    faults === null || faults.open === 0
      ? ''
      : faults.devices === 1
        ? w.onOneDevice
        : w.onDevices({ count: formatNumber(faults.devices) })
  return (
    <Figure
      title={
        <>
          <WallShape kind="fault" />
          {w.openFaults}
        </>
      }
      value={formatNumber(faults?.open)}
      caption={caption}
      isLive
    />
  )
}
