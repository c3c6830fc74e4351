import { recipeFunctions } from '@brigade/contract/thing-model/ready-made/recipe-module.ts'
import { telemetryCalls } from '@brigade/contract/telemetry/telemetry.endpoints.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useRef } from 'react'
import { useCan } from '../../platform/can.ts'
import { ask } from '../../platform/query.ts'
import { CommandGlance, CommandPanel, type PanelHandle } from '../../command/command-panel.tsx'
import { useDesired } from '../../command/desired/use-desired.tsx'
import type { Commands } from '../../command/use-commands.ts'
import type { CommandForm } from '../../command/use-command-form.ts'
import { propertyOf, valueOf, type DeviceView } from '../view/device-view.ts'
import { CookingPanel } from '../../recipe/oven/cooking-panel.tsx'
import { useCookPlan } from '../../recipe/oven/use-cook-plan.ts'
import { useCooking } from '../../recipe/oven/use-cooking.ts'
import { LiveCurvePanel } from '../../telemetry/curve/live-curve-panel.tsx'
import { OfflinePanel } from '../../telemetry/offline/offline-panel.tsx'
import { OnlinePanel } from '../../telemetry/online/online-panel.tsx'
import { FreeAttributesPanel } from '../../telemetry/shadow/free-attributes-panel.tsx'
import { ShadowPanel } from '../../telemetry/shadow/shadow-panel.tsx'
import { Stack } from '../../ui/layout/layout.tsx'
import { DetailBody } from '../../ui/page/detail-body.tsx'

/** Builds a key from the cooking state that the oven reports. When the key changes, the recipe data is loaded again. */
const cookingText = (view: DeviceView): string =>
  JSON.stringify(
    [recipeFunctions.cooking, recipeFunctions.paused, recipeFunctions.stageEnds, 'CurStage', 'WorkState'].map((each) =>
      valueOf(view, each),
    ),
  )

type Props = {
  view: DeviceView
  fresh: ReadonlySet<string>
  commands: Commands
  form: CommandForm
  /** In a narrow window the form of commands is in its drawer alone. */
  isNarrow: boolean
  /** Increases each time "send command" is requested for the form beside the readings. */
  commandRequests: number
  /** Opens the drawer, at the field of a property. */
  onDrawer: (identifier: string | null) => void
}

/** The curve and the shadow are on the left, commands and the connection on the right. */
export function OverviewTab({ view, fresh, commands, form, isNarrow, commandRequests, onDrawer }: Props) {
  const client = useQueryClient()
  const can = useCan()
  const panel = useRef<PanelHandle>(null)
  const refresh = (): void =>
    void client.invalidateQueries({ queryKey: ask(telemetryCalls[view.kind].shadow, { id: view.device.id }).queryKey })
  const focus = useCallback((identifier: string | null) => panel.current?.focus(identifier), [])
  const isReady = view.model !== null

  useEffect(() => {
    if (isReady && commandRequests > 0) focus(null)
  }, [isReady, commandRequests, focus])

  const [desiring, desiredDialogs] = useDesired(view)
  const cooking = useCooking(view.device.id, {
    isAsked: view.kind === 'oven' && propertyOf(view, recipeFunctions.cooking) !== undefined,
    mark: cookingText(view),
  })
  const plan = useCookPlan(cooking)
  const mayCommand = can(`${view.kind}:command`)
  const mayControl = mayCommand && view.device.online && view.model !== null
  return (
    <>
      <DetailBody>
        <Stack gap="24" shrink>
          {isNarrow ? <CommandGlance view={view} commands={commands} onDrawer={() => onDrawer(null)} /> : null}
          <OfflinePanel view={view} />
          <LiveCurvePanel view={view} cook={plan} />
          {cooking === null ? null : <CookingPanel cooking={cooking} />}
          <ShadowPanel
            view={view}
            fresh={fresh}
            onRefresh={refresh}
            onControl={mayControl ? (isNarrow ? onDrawer : focus) : undefined}
            desiring={desiring}
            onRead={mayCommand ? commands.read : undefined}
            isReading={commands.isReading}
          />
          <FreeAttributesPanel shadow={view.shadow} />
        </Stack>
        <Stack gap="24" shrink>
          {isNarrow ? null : (
            <CommandPanel ref={panel} view={view} commands={commands} form={form} onDrawer={() => onDrawer(null)} />
          )}
          <OnlinePanel view={view} />
        </Stack>
      </DetailBody>
      {desiredDialogs}
    </>
  )
}
