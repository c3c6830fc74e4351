import type { CommandRow } from '@brigade/contract/command/command.model.ts'
import { useRef } from 'react'
import { useWords } from '../platform/locale.ts'
import { useUnits } from '../platform/units.ts'
import { valueOf, type DeviceView } from '../device/view/device-view.ts'
import { Button } from '../ui/button/button.tsx'
import { WorkBody, WorkDialog } from '../ui/dialog/work-dialog.tsx'
import { Box, Row, Stack, Text } from '../ui/layout/layout.tsx'
import { CommandFlight, isOpen } from './command-flight.tsx'
import { CommandForms, Flights, KindSwitch, useWhyClosed } from './command-panel.tsx'
import { commandText } from './command.text.ts'
import { repeatOf, type Repeat } from './repeat.ts'
import type { CommandForm } from './use-command-form.ts'
import { useLastCommand, type Commands } from './use-commands.ts'

type Props = {
  view: DeviceView
  commands: Commands
  form: CommandForm
  /** The property whose field takes the keyboard. Without one no field does: a phone would cover the form with its keys. */
  begin: string | null
  onClose: () => void
}

/**
 * Commands to one device in a drawer over its page. Above the form, always in view, is what became of the last command, with the times
 * of its steps. What is typed is the screen's: closing loses nothing.
 */
export function CommandDrawer({ begin, onClose, ...props }: Props) {
  const w = useWords(commandText)
  const { name, sn } = props.view.device
  return (
    <WorkDialog
      title={w.title}
      about={name === '' ? sn : `${name} · ${sn}`}
      isOpen
      onClose={onClose}
      width={520}
      atEdge
    >
      <Inside {...props} begin={begin} />
    </WorkDialog>
  )
}

function Inside({ view, commands, form, begin }: Omit<Props, 'onClose'>) {
  const w = useWords(commandText)
  const body = useRef<HTMLDivElement>(null)
  const why = useWhyClosed(view)
  const last = useLastCommand(view.kind, view.device.id)
  const take = (repeat: Repeat): void => {
    form.take(repeat)
    // The confirmation is at the end of the form; it may have to be drawn first.
    requestAnimationFrame(() => {
      const password = body.current?.querySelector<HTMLElement>('input[type=password]')
      password?.focus()
      password?.scrollIntoView({ block: 'center' })
    })
  }
  return (
    <>
      <Box borderTop borderBottom rigid>
        <Flights view={view} commands={withoutKnown(commands, last)} without={last?.id} />
        {last === null ? (
          <Text.p padding="8 16" size="xs" tone="ink-3">
            {w.noLast}
          </Text.p>
        ) : last === undefined ? (
          <Box minHeight="40" aria-busy="true" />
        ) : (
          <>
            <CommandFlight command={last} model={view.model} hasTimes />
            {why === null ? <RepeatButton view={view} last={last} onTake={take} /> : null}
          </>
        )}
      </Box>
      <WorkBody label={w.title} flush>
        <div ref={body}>
          {why ?? (
            <>
              <Box padding="16 16 0">
                <KindSwitch form={form} />
              </Box>
              <CommandForms view={view} form={form} onSend={commands.send} begin={begin} />
            </>
          )}
        </div>
      </WorkBody>
    </>
  )
}

/** The ledger may have a command before the call that sends it is answered: then it is said once. */
function withoutKnown(commands: Commands, last: CommandRow | null | undefined): Commands {
  const { attempt } = commands
  const isKnown =
    attempt?.isFailed === false &&
    last !== null &&
    last !== undefined &&
    isOpen(last) &&
    JSON.stringify(attempt.order.params) === JSON.stringify(last.params)
  return isKnown ? { ...commands, attempt: null } : commands
}

type RepeatProps = { view: DeviceView; last: CommandRow; onTake: (repeat: Repeat) => void }

/** Fills the form with the last command. One that cannot be repeated says why, for the eye too: a phone has no hover. */
function RepeatButton({ view, last, onTake }: RepeatProps) {
  const w = useWords(commandText)
  const units = useUnits()
  const { model } = view
  const repeat =
    model === null || isOpen(last)
      ? 'repeatOpen'
      : repeatOf(last, model, (identifier) => valueOf(view, identifier), units)
  const whyNot = typeof repeat === 'string' ? w[repeat] : undefined
  return (
    <Row gap="8" padding="6 16" align="center" wrap>
      <Button
        size="small"
        icon="rotate"
        disabledReason={whyNot}
        onClick={() => typeof repeat === 'string' || onTake(repeat)}
      >
        {w.repeatLast}
      </Button>
      {whyNot === undefined ? null : (
        <Stack shrink>
          <Text size="xs" tone="ink-3">
            {whyNot}
          </Text>
        </Stack>
      )}
    </Row>
  )
}
