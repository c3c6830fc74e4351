import { siteApi } from '@brigade/contract/customer/site.endpoints.ts'
import { SiteCursor, SiteEventKind, type SiteEvent } from '@brigade/contract/customer/site.model.ts'
import { noCause } from '@brigade/contract/fault/fault-words.ts'
import { useQuery } from '@tanstack/react-query'
import { useMemo, type ReactNode } from 'react'
import { z } from 'zod'
import { DeviceLink } from '../../device/view/device-link.tsx'
import { SeverityBadge } from '../../fault/fault-badge.tsx'
import { FaultLink } from '../../fault/fault-link.tsx'
import { UpgradeTaskLink } from '../../firmware/firmware-link.tsx'
import { emptyValue, formatNumber, formatTime } from '../../platform/format.ts'
import { useLocale, useWords } from '../../platform/locale.ts'
import { askPage } from '../../platform/query.ts'
import { formatDuration } from '../../platform/time/duration.ts'
import { useUnits } from '../../platform/units.ts'
import { RecipeLink } from '../../recipe/recipe-link.tsx'
import { useListSearch } from '../../shell/use-list-search.ts'
import { Button } from '../../ui/button/button.tsx'
import type { Column } from '../../ui/data-table/column.ts'
import { PlainTable } from '../../ui/data-table/plain-table.tsx'
import { SelectField } from '../../ui/field/select-field.tsx'
import { StateBadge, type StateShapeName } from '../../ui/icon/state-shape.tsx'
import { Box, Row, Stack, Text } from '../../ui/layout/layout.tsx'
import { ErrorPanel } from '../../ui/page/error-panel.tsx'
import { commandOutcomeWords, siteEventWords, timelineText } from '../site.text.ts'

/** Which entries are shown: of one kind, and older than a place. `kind` is the organisation's. */
const TimelineSearch = z.object({ show: SiteEventKind.optional(), before: SiteCursor.optional() })

/** All that happened at a customer, the newest first, a page at a time. The address holds the place. */
export function SiteTimeline({ id }: { id: string }) {
  const w = useWords(timelineText)
  const kindWords = useWords(siteEventWords)
  const [{ show, before }, change] = useListSearch(TimelineSearch)
  const { data, error, refetch } = useQuery(
    askPage(siteApi.siteTimeline, { id, ...(show && { kind: show }), ...(before && { before }) }, { quiet: true }),
  )
  const columns = useColumns()
  if (data === undefined && error !== null) return <ErrorPanel message={error.message} onRetry={() => void refetch()} />
  const next = data?.next ?? null
  return (
    <Stack gap="16" padding="24 gutter">
      <Row gap="16" align="center" wrap>
        <SelectField
          label={w.filter}
          bare
          options={(data?.kinds ?? []).map((value) => ({ value, label: kindWords[value] }))}
          value={show ?? null}
          placeholder={w.everything}
          clearable
          onChange={(value) => change({ show: value ?? undefined, before: undefined })}
        />
        <Text size="s" tone="ink-3">
          {data?.kinds.length === 0 ? w.noRight : w.note}
        </Text>
      </Row>
      <Box border="line" radius="m" overflow="hidden" ground="paper" aria-busy={data === undefined}>
        <PlainTable
          label={w.detail}
          columns={columns}
          rows={data?.list ?? []}
          rowKey={({ key }) => key}
          empty={
            data === undefined ? undefined : (
              <Text.p padding="16" tone="ink-3">
                {w.empty}
              </Text.p>
            )
          }
        />
      </Box>
      <Row gap="8">
        {before === undefined ? null : (
          <Button icon="arrow-up" onClick={() => change({ before: undefined })}>
            {w.newest}
          </Button>
        )}
        {next === null ? null : (
          <Button icon="arrow-down" onClick={() => change({ before: next })}>
            {w.older}
          </Button>
        )}
      </Row>
    </Stack>
  )
}

const shapeOf: Readonly<Record<SiteEvent['kind'], StateShapeName>> = {
  raised: 'error',
  closed: 'completed',
  excursion: 'error',
  offline: 'offline',
  moved: 'replaced',
  bound: 'enabled',
  firmware: 'preheating',
  recipe: 'draft',
  command: 'standby',
  cooked: 'cooking',
}

function useColumns(): readonly Column<SiteEvent>[] {
  const w = useWords(timelineText)
  const kindWords = useWords(siteEventWords)
  return useMemo(
    () => [
      { key: 'at', title: w.time, width: 168, cell: ({ at }) => <span className="time">{formatTime(at)}</span> },
      {
        key: 'kind',
        title: w.what,
        width: 152,
        cell: ({ kind }) => <StateBadge shape={shapeOf[kind]} word={kindWords[kind]} />,
      },
      {
        key: 'device',
        title: w.device,
        width: 160,
        cell: ({ device }) =>
          device === null ? null : device.id === null ? (
            device.sn
          ) : (
            <DeviceLink kind={device.kind} id={device.id}>
              {device.sn}
            </DeviceLink>
          ),
      },
      { key: 'detail', title: w.detail, least: 320, cell: (event) => <Detail event={event} /> },
    ],
    [w, kindWords],
  )
}

/** One entry in words. */
function Detail({ event }: { event: SiteEvent }): ReactNode {
  const w = useWords(timelineText)
  const outcome = useWords(commandOutcomeWords)
  const locale = useLocale()
  switch (event.kind) {
    case 'raised':
    case 'closed': {
      const named = event.name[locale]
      return (
        <Row.span inline gap="12" align="center">
          <SeverityBadge severity={event.severity} />
          {event.faultId === null ? (
            named
          ) : (
            <FaultLink kind={event.device.kind} id={event.faultId}>
              {named}
            </FaultLink>
          )}
          {event.kind === 'closed' ? <Text tone="ink-3">{event.cause?.[locale] ?? noCause[locale]}</Text> : null}
        </Row.span>
      )
    }
    case 'excursion':
      return <ExcursionDetail event={event} />
    case 'offline':
      return event.reason === 'disconnected' ? w.disconnected : event.reason === 'gateway_offline' ? w.gateway : w.lost
    case 'moved':
      return event.isHere ? w.came : w.left
    case 'bound':
      return event.isBound ? w.boundOn : w.boundOff
    case 'firmware':
      return (
        <UpgradeTaskLink id={event.taskId}>
          {event.state === 'succeeded'
            ? w.upgraded({ from: event.from ?? emptyValue, to: event.version })
            : w.upgradeFailed({ to: event.version })}
        </UpgradeTaskLink>
      )
    case 'recipe':
      return (
        <Row.span inline gap="12">
          <RecipeLink id={event.recipeId}>{event.name[locale]}</RecipeLink>
          <span>{w.version({ version: event.version })}</span>
        </Row.span>
      )
    case 'command': {
      const what =
        event.command === 'property.set' ? w.set : event.command === 'property.get' ? w.get : event.identifier
      return `${what} · ${outcome[event.status]}`
    }
    case 'cooked':
      return w.cooked({ dishes: event.dishes, ovens: event.ovens })
  }
}

function ExcursionDetail({ event }: { event: Extract<SiteEvent, { kind: 'excursion' }> }) {
  const w = useWords(timelineText)
  const units = useUnits()
  const { at, endedAt, isRunning, side, worstC, limitC, faultId, device } = event
  const degrees = (celsius: number) => `${formatNumber(units.temperature(celsius), 1)} ${units.temperatureUnit}`
  const extent = w[side]({ worst: degrees(worstC), limit: degrees(limitC) })
  const end = isRunning
    ? w.running
    : endedAt === null
      ? w.endUnknown
      : w.lasted({ time: formatDuration(Date.parse(endedAt) - Date.parse(at)) })
  return (
    <span>
      {faultId === null ? (
        extent
      ) : (
        <FaultLink kind={device.kind} id={faultId}>
          {extent}
        </FaultLink>
      )}{' '}
      · {end}
    </span>
  )
}
