import { commandTimeoutMs, openCommandStatuses } from '@brigade/contract/command/command.model.ts'
import type { CommandRow } from '@brigade/contract/command/command.model.ts'
import { valueOutcomeWords } from '@brigade/contract/command/value-outcomes.ts'
import { commandText as refusalText } from '@brigade/contract/command/command.text.ts'
import { modbusText } from '@brigade/contract/modbus/modbus.text.ts'
import type { Locale } from '@brigade/contract/locale.ts'
import type { ThingModel } from '@brigade/contract/thing-model/thing-model.model.ts'
import { formatDuration } from '../platform/time/duration.ts'
import { formatRecent } from '../platform/format.ts'
import { useLocale, useWords } from '../platform/locale.ts'
import { useUnits } from '../platform/units.ts'
import { IconButton } from '../ui/button/button.tsx'
import { StateShape } from '../ui/icon/state-shape.tsx'
import { useNow } from '../platform/time/use-now.ts'
import { WaitRing } from '../device/view/wait-ring.tsx'
import { Box, Text } from '../ui/layout/layout.tsx'
import { commandPhrase } from './command-words.ts'
import { commandStatusWords, commandText } from './command.text.ts'
import css from './command.module.css'

type Props = {
  command: CommandRow
  model: ThingModel | null
  /** Without it the command stays. */
  onDismiss?: () => void
  /** A description of the command, if the screen has a better one than the thing model. */
  description?: string
  /** Says when it came to each of its steps, and who sent it. */
  hasTimes?: boolean
}

/** A command that has no row in the ledger: its call is on its way, or did not reach the device. */
export type Attempt = Readonly<{
  order: Readonly<{ kind: CommandRow['kind']; identifier?: string; params: CommandRow['params'] }>
  isFailed: boolean
}>

type AttemptProps = { attempt: Attempt | null; model: ThingModel | null; onDismiss: () => void }

export const isOpen = (command: Pick<CommandRow, 'status'>): boolean => openCommandStatuses.includes(command.status)

/**
 * A command before it is in the ledger: its call is in flight, or did not reach the device, in which case the form
 * below says why.
 */
export function AttemptFlight({ attempt, model, onDismiss }: AttemptProps) {
  const w = useWords(commandText)
  if (attempt === null) return null
  const command = { identifier: '', ...attempt.order }
  if (!attempt.isFailed)
    return (
      <div className={css.flight} role="status">
        <WaitRing share={0} />
        <Description command={command} model={model} />
        <Text nowrap>{w.connecting}</Text>
      </div>
    )
  return (
    <Box wrap className={`${css.flight} ${css.failed}`} role="alert">
      <StateShape name="error" />
      <Description command={command} model={model} />
      <Text.b nowrap>{w.connectionFailed}</Text.b>
      <IconButton size="small" icon="x" label={w.dismiss} onClick={onDismiss} />
    </Box>
  )
}

/** Shows one command in flight with its countdown of 60 seconds, or its outcome. */
export function CommandFlight(props: Props) {
  return isOpen(props.command) ? <Waiting {...props} /> : <Outcome {...props} />
}

type Described = Pick<Props, 'model' | 'description'> & { command: Parameters<typeof commandPhrase>[1] }

function Description({ command, model, description }: Described) {
  const words = { locale: useLocale(), units: useUnits() }
  const text = description ?? commandPhrase(model, command, words)
  return (
    <span className={description === undefined ? `mono ${css.what}` : css.what} data-cut="" title={text}>
      {text}
    </span>
  )
}

function Waiting(props: Props) {
  const { command } = props
  const w = useWords(commandText)
  // The server's clock decides the deadline; the countdown on the screen runs by our clock, from the moment when the
  // command was first received.
  const limitMs = commandTimeoutMs
  const elapsedMs = Math.min(limitMs, Math.max(0, useNow(1000) - Date.parse(command.sentAt ?? command.createdAt)))
  return (
    <Box wrap className={css.flight} role="status">
      <WaitRing share={elapsedMs / limitMs} />
      <Description {...props} />
      <Text nowrap>{w[stepOf(command)]}</Text>
      <Text weight="600" tone="warn" paddingRight="8" nowrap aria-hidden="true">
        {w.ofSeconds({ s: Math.floor(elapsedMs / 1000), of: limitMs / 1000 })}
      </Text>
      {props.hasTimes === true ? <Times command={command} /> : null}
    </Box>
  )
}

/** The steps that the command came to, each with its time. */
function Times({ command }: { command: CommandRow }) {
  const w = useWords(commandText)
  const locale = useLocale()
  const nowMs = useNow(60_000)
  const { status, createdAt, sentAt, acknowledgedAt, finishedAt, accountName } = command
  const steps = [
    [commandStatusWords.created[locale], createdAt],
    [commandStatusWords.sent[locale], sentAt],
    [commandStatusWords.acknowledged[locale], acknowledgedAt],
    [isOpen(command) ? '' : commandStatusWords[status][locale], finishedAt],
  ] as const
  const said = steps.flatMap(([step, at]) => (at === null || step === '' ? [] : [`${step} ${formatRecent(at, nowMs)}`]))
  return (
    <Text tone="ink-2" ownLine anywhere className={css.why}>
      {[...said, accountName === '' ? '' : w.sentBy({ name: accountName })].filter(Boolean).join(' · ')}
    </Text>
  )
}

/** Shows the step *connecting* until a connection of the device has taken the command. */
const stepOf = ({ status }: CommandRow) =>
  status === 'created' ? 'connecting' : status === 'acknowledged' ? 'received' : 'waiting'

/** Findings of the server that no connection took the command. */
const unreached: readonly string[] = ['notSent', 'sendFailed']

function Outcome(props: Props) {
  const { command, onDismiss } = props
  const w = useWords(commandText)
  const locale = useLocale()
  const { status } = command
  const isGood = status === 'succeeded'
  const isDoubtful = status === 'late' || status === 'unknown'
  const look = isGood ? css.succeeded : isDoubtful ? css.late : css.failed
  const took = tookMs(command)
  const isUnreached = !isGood && unreached.includes(command.error)
  const why = whyOf(command, w, locale)
  return (
    <Box wrap className={`${css.flight} ${look}`} role={isGood ? 'status' : 'alert'}>
      <StateShape
        name={isGood ? 'completed' : isDoubtful ? 'preheating' : 'error'}
        {...(isDoubtful ? { tone: 'warn' as const } : {})}
      />
      <Description {...props} />
      <Text.b nowrap>{isUnreached ? w.connectionFailed : commandStatusWords[status][locale]}</Text.b>
      {took === null || isUnreached || status === 'timed_out' || status === 'unknown' ? null : (
        <Text nowrap>{w.after({ duration: formatDuration(took) })}</Text>
      )}
      {onDismiss === undefined ? null : <IconButton size="small" icon="x" label={w.dismiss} onClick={onDismiss} />}
      {why === '' ? null : (
        <Text tone="ink-2" ownLine anywhere className={css.why}>
          {why}
        </Text>
      )}
      {props.hasTimes === true ? <Times command={command} /> : null}
    </Box>
  )
}

/** From sending to the answer; null while there is none. */
export function tookMs(command: CommandRow): number | null {
  return command.finishedAt === null
    ? null
    : Math.max(0, Date.parse(command.finishedAt) - Date.parse(command.sentAt ?? command.createdAt))
}

type FlightWords = {
  late: string
  refused: string
  code: (p: { code: number }) => string
  sentTimes: (p: { times: number }) => string
}
/** The failures that the server finds without an answer of the device. */
const findings = new Map<string, Readonly<Record<Locale, string>>>([
  ['notSent', refusalText['device.notSent']],
  ['arrivalUnknown', refusalText['device.arrivalUnknown']],
  ['sendFailed', refusalText['device.sendFailed']],
  ['modbusSilent', modbusText['device.modbusSilent']],
  ['modbusDamaged', modbusText['device.modbusDamaged']],
  ['modbusRefused', modbusText['device.modbusRefused']],
  ['modbusUnreadable', modbusText['device.modbusUnreadable']],
  ['modbusUnread', modbusText['device.modbusUnread']],
  ['modbusUnsure', modbusText['device.modbusUnsure']],
  ['modbusDiffers', modbusText['device.modbusDiffers']],
  ['modbusLost', modbusText['device.modbusLost']],
  ['modbusTimeOver', modbusText['device.modbusTimeOver']],
  ['modbusValue', modbusText['device.modbusValue']],
  ['modbusNoRegister', modbusText['device.modbusNoRegister']],
])
/** Says why a command failed, or why it counts as successful without an answer. */
export function whyOf(command: CommandRow, w: FlightWords, locale: Locale): string {
  const { sends, valueOutcomes } = command
  const values = valueOutcomeWords(valueOutcomes, locale)
  return [reasonOf(command, w, locale), ...values, sends > 1 ? w.sentTimes({ times: sends }) : '']
    .filter(Boolean)
    .join(' · ')
}

function reasonOf({ status, byReport, error, code }: CommandRow, w: FlightWords, locale: Locale): string {
  if (byReport) return refusalText['device.byReport'][locale]
  const found = findings.get(error)?.[locale]
  if (status === 'timed_out') return found ?? refusalText['device.noReply'][locale]
  if (status === 'late') return [w.late, found].filter(Boolean).join(' · ')
  if (status !== 'failed' && status !== 'unknown') return ''
  const otherwise = status === 'unknown' ? refusalText['device.arrivalUnknown'][locale] : w.refused
  return [found ?? (error || otherwise), code === null ? '' : w.code({ code })].filter(Boolean).join(' · ')
}
