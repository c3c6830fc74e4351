import { deviceCalls } from '@brigade/contract/device/device.endpoints.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useRef } from 'react'
import { useCan } from '../../platform/can.ts'
import { ask } from '../../platform/query.ts'
import { CommandPanel, type PanelHandle } from '../command/command-panel.tsx'
import { isOpen } from '../command/command-flight.tsx'
import type { Commands } from '../command/use-commands.ts'
import type { DraftState } from '../command/use-draft.ts'
import { commandHash } from '../device-address.ts'
import type { DeviceView } from './device-view.ts'
import { LiveCurve } from '../curve/live-curve.tsx'
import { OnlinePanel } from '../online/online-panel.tsx'
import css from './overview.module.css'
import { FreeAttributes } from '../shadow/free-attributes.tsx'
import { ShadowTable } from '../shadow/shadow-table.tsx'
import { DetailBody } from '../../ui/page/detail-body.tsx'

type Props = {
  view: DeviceView
  fresh: ReadonlySet<string>
  commands: Commands
  draft: DraftState
  /** Grows each time "send command" is asked for. */
  asked: number
}

/** Curve and shadow at the left, commands and connection at the right. */
export function Overview({ view, fresh, commands, draft, asked }: Props) {
  const client = useQueryClient()
  const can = useCan()
  const panel = useRef<PanelHandle>(null)
  const refresh = (): void =>
    void client.invalidateQueries({ queryKey: ask(deviceCalls[view.kind].shadow, { id: view.device.id }).queryKey })
  const focus = useCallback((identifier: string | null) => panel.current?.focus(identifier), [])
  const isReady = view.model !== null

  useEffect(() => {
    if (isReady && (asked > 0 || location.hash === commandHash)) focus(null)
  }, [isReady, asked, focus])

  const mayCommand = can(`${view.kind}:command`)
  const mayControl = mayCommand && view.device.online && view.model !== null
  return (
    <DetailBody>
      <div className={css.column}>
        <LiveCurve view={view} />
        <ShadowTable
          view={view}
          fresh={fresh}
          onRefresh={refresh}
          onControl={mayControl ? focus : undefined}
          mayDesire={mayCommand}
          onRead={mayCommand ? commands.read : undefined}
          isReading={commands.flights.some((row) => row.kind === 'property.get' && isOpen(row))}
        />
        <FreeAttributes shadow={view.shadow} />
      </div>
      <div className={`${css.column} ${css.side}`}>
        <CommandPanel ref={panel} view={view} commands={commands} draft={draft} />
        <OnlinePanel view={view} />
      </div>
    </DetailBody>
  )
}
