import { useEffect, useImperativeHandle, useRef, type Ref } from 'react'
import { useCan } from '../platform/can.ts'
import { formatDuration } from '../platform/time/duration.ts'
import { useWords } from '../platform/locale.ts'
import { Button, IconButton } from '../ui/button/button.tsx'
import { Segments } from '../ui/button/segments.tsx'
import { Icon } from '../ui/icon/icon.tsx'
import { StateShape } from '../ui/icon/state-shape.tsx'
import { Panel } from '../ui/page/panel.tsx'
import { valueOf, type DeviceView } from '../device/view/device-view.ts'
import { useNow } from '../platform/time/use-now.ts'
import { Box, Row, Stack } from '../ui/layout/layout.tsx'
import { AttemptFlight, CommandFlight } from './command-flight.tsx'
import { commandText } from './command.text.ts'
import css from './command.module.css'
import { PropertyForm, anchorOf } from './property-form.tsx'
import { ServiceForm } from './service-form.tsx'
import type { CommandForm } from './use-command-form.ts'
import type { Commands, Order } from './use-commands.ts'

export type PanelHandle = {
  /** Brings the keyboard to the field of a property, or to the first field. */
  focus: (identifier: string | null) => void
}

type Props = { view: DeviceView; commands: Commands; form: CommandForm }
type PanelProps = Props & { onDrawer: () => void; ref?: Ref<PanelHandle> }

/** Commands to one device, beside its readings: the forms, the confirmation in the same place, and the open commands. */
export function CommandPanel({ view, commands, form, onDrawer, ref }: PanelProps) {
  const w = useWords(commandText)
  const whole = useRef<HTMLDivElement>(null)
  const box = useRef<HTMLDivElement>(null)
  const { setWhat } = form

  useImperativeHandle(
    ref,
    () => ({
      focus: (identifier) => {
        setWhat('property')
        // The form may have to be drawn first.
        requestAnimationFrame(() => {
          box.current?.scrollIntoView({ block: 'nearest' })
          focusField(box.current, identifier)
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
  return (
    <div id="command" ref={whole} className={css.anchor}>
      <Panel
        title={w.title}
        actions={
          why === null ? (
            <>
              <KindSwitch form={form} />
              <IconButton size="small" icon="sidebar" label={w.inDrawer} aria-haspopup="dialog" onClick={onDrawer} />
            </>
          ) : undefined
        }
      >
        <Flights view={view} commands={commands} />
        <div ref={box}>{why ?? <CommandForms view={view} form={form} onSend={send} />}</div>
      </Panel>
    </div>
  )
}

/** In a narrow window: the commands under way and their outcomes, while there are any. The form is in the drawer. */
export function CommandGlance({ view, commands, onDrawer }: Omit<PanelProps, 'form' | 'ref'>) {
  const w = useWords(commandText)
  if (commands.attempt === null && commands.flights.length === 0) return null
  return (
    <Panel
      title={w.title}
      actions={
        <Button size="small" look="quiet" onClick={onDrawer}>
          {w.open}
        </Button>
      }
    >
      <Flights view={view} commands={commands} />
    </Panel>
  )
}

/** The call in flight, and the commands under way with their outcomes. `without`: this one is shown elsewhere. */
export function Flights({ view, commands, without }: Omit<Props, 'form'> & { without?: string | undefined }) {
  return (
    <>
      <AttemptFlight attempt={commands.attempt} model={view.model} onDismiss={commands.dismissAttempt} />
      {commands.flights
        .filter(({ id }) => id !== without)
        .map((command) => (
          <CommandFlight
            key={command.id}
            command={command}
            model={view.model}
            onDismiss={() => commands.dismiss(command.id)}
          />
        ))}
    </>
  )
}

/** What is sent: values of properties, or a call of a service. */
export function KindSwitch({ form }: { form: CommandForm }) {
  const w = useWords(commandText)
  const kinds = [
    { value: 'property' as const, label: w.setProperties },
    { value: 'service' as const, label: w.callService },
  ]
  return <Segments size="small" label={w.kind} options={kinds} value={form.what} onChange={form.setWhat} />
}

type FormsProps = Pick<Props, 'view' | 'form'> & {
  onSend: (order: Order) => Promise<void>
  /** The field of this property takes the keyboard when the form appears. */
  begin?: string | null
}

/** The form of the chosen kind, made from the device's thing model. */
export function CommandForms({ view, form, onSend, begin = null }: FormsProps) {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (begin !== null) focusField(box.current, begin)
  }, [begin])
  const { device, model, kind } = view
  if (model === null) return null
  return (
    <div ref={box}>
      {form.what === 'property' ? (
        <PropertyForm
          kind={kind}
          model={model}
          reported={(identifier) => valueOf(view, identifier)}
          state={form.properties}
          target={device}
          onSend={onSend}
        />
      ) : (
        <ServiceForm kind={kind} model={model} form={form} target={device} onSend={onSend} />
      )}
    </div>
  )
}

function focusField(within: HTMLElement | null, identifier: string | null): void {
  const place = identifier === null ? within : within?.querySelector(`[data-anchor="${anchorOf(identifier)}"]`)
  const field = place?.matches('input') === true ? place : place?.querySelector('input, button, [tabindex]')
  if (field instanceof HTMLElement) field.focus()
}

/** Returns the reason that no command can be sent now, which replaces the forms; null if one can. */
export function useWhyClosed({ kind, device, model }: DeviceView) {
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
  return model === null ? <Box minHeight="40" aria-busy="true" /> : null
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
