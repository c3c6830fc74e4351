import { useImperativeHandle, useRef, type Ref } from 'react'
import { useKept } from '../platform/kept-work.ts'
import { useCan } from '../platform/can.ts'
import { formatDuration } from '../platform/time/duration.ts'
import { useWords } from '../platform/locale.ts'
import { Segments } from '../ui/button/segments.tsx'
import { Icon } from '../ui/icon/icon.tsx'
import { StateShape } from '../ui/icon/state-shape.tsx'
import { Panel } from '../ui/page/panel.tsx'
import { valueOf, type DeviceView } from '../device/view/device-view.ts'
import { useNow } from '../platform/time/use-now.ts'
import { Row, Stack } from '../ui/layout/layout.tsx'
import { AttemptFlight, CommandFlight } from './command-flight.tsx'
import { commandText } from './command.text.ts'
import css from './command.module.css'
import { PropertyForm, anchorOf } from './property-form.tsx'
import { ServiceForm } from './service-form.tsx'
import type { Commands, Order } from './use-commands.ts'
import type { DraftState } from './use-draft.ts'

export type PanelHandle = {
  /** Brings the keyboard to the field of a property, or to the first field. */
  focus: (identifier: string | null) => void
}

type Props = { view: DeviceView; commands: Commands; draft: DraftState; ref?: Ref<PanelHandle> }

/** Commands to one device: a form made from its thing model, the confirmation in the same place, and the open commands. */
export function CommandPanel({ view, commands, draft, ref }: Props) {
  const w = useWords(commandText)
  const [what, setWhat] = useKept<'property' | 'service'>('command kind', 'property')
  const [service, setService] = useKept<string | null>('command service', null)
  const whole = useRef<HTMLDivElement>(null)
  const box = useRef<HTMLDivElement>(null)
  const { device, model } = view

  useImperativeHandle(
    ref,
    () => ({
      focus: (identifier) => {
        setWhat('property')
        // The form may have to be drawn first.
        requestAnimationFrame(() => {
          const place =
            identifier === null ? box.current : box.current?.querySelector(`[data-anchor="${anchorOf(identifier)}"]`)
          const field = place?.matches('input') ? place : place?.querySelector('input, button, [tabindex]')
          box.current?.scrollIntoView({ block: 'nearest' })
          if (field instanceof HTMLElement) field.focus()
        })
      },
    }),
    [setWhat],
  )

  const why = useWhyClosed(view)
  // The panel shows pending commands at its top, so the new command is visible there.
  const send = async (order: Order): Promise<void> => {
    await commands.send(order)
    if ((whole.current?.getBoundingClientRect().top ?? 0) < 0) whole.current?.scrollIntoView({ block: 'start' })
  }
  const kinds = [
    { value: 'property' as const, label: w.setProperties },
    { value: 'service' as const, label: w.callService },
  ]
  return (
    <div id="command" ref={whole} className={css.anchor}>
      <Panel
        title={w.title}
        actions={
          why === null ? (
            <Segments size="small" label={w.kind} options={kinds} value={what} onChange={setWhat} />
          ) : undefined
        }
      >
        <AttemptFlight attempt={commands.attempt} model={model} onDismiss={commands.dismissAttempt} />
        {commands.flights.map((command) => (
          <CommandFlight
            key={command.id}
            command={command}
            model={model}
            onDismiss={() => commands.dismiss(command.id)}
          />
        ))}
        <div ref={box}>
          {why !== null || model === null ? (
            why
          ) : what === 'property' ? (
            <PropertyForm
              kind={view.kind}
              model={model}
              reported={(identifier) => valueOf(view, identifier)}
              state={draft}
              target={device}
              onSend={send}
            />
          ) : (
            <ServiceForm
              kind={view.kind}
              model={model}
              chosen={service}
              onChoose={setService}
              target={device}
              onSend={send}
            />
          )}
        </div>
      </Panel>
    </div>
  )
}

/** Returns the reason that no command can be sent now, which replaces the panel; null if one can. */
function useWhyClosed({ kind, device, model }: DeviceView) {
  const w = useWords(commandText)
  const can = useCan()
  const nowMs = useNow(10_000)
  if (!can(`${kind}:command`)) return <Closed title={w.offlineTitle} hint={w.notAllowed} />
  if (device.modelVersion === null) return <Closed title={w.noModelTitle} hint={w.noModel} />
  if (!device.online) {
    const hint =
      device.onlineChangedAt === null
        ? w.neverOnline
        : w.offline({ duration: formatDuration(nowMs - Date.parse(device.onlineChangedAt)) })
    return <Closed title={w.offlineTitle} hint={hint} isOffline />
  }
  return model === null ? <Stack gap="4" padding="16" tone="ink-3" aria-busy="true" /> : null
}

function Closed({ title, hint, isOffline = false }: { title: string; hint: string; isOffline?: boolean }) {
  return (
    <Stack gap="4" padding="16" tone="ink-3">
      <Row.b gap="8" tone="ink" weight="600" align="center">
        {isOffline ? <StateShape name="offline" /> : <Icon name="info" />}
        {title}
      </Row.b>
      <p>{hint}</p>
    </Stack>
  )
}
