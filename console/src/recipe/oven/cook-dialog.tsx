import { commandCalls } from '@brigade/contract/command/command.endpoints.ts'
import { openCommandStatuses, type CommandRow } from '@brigade/contract/command/command.model.ts'
import { ovenRecipeApi } from '@brigade/contract/recipe/oven.endpoints.ts'
import type { OvenRecipeRow } from '@brigade/contract/recipe/oven.model.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { CommandSummary } from '../../command/command-confirm.tsx'
import { CommandFlight } from '../../command/command-flight.tsx'
import { commandText } from '../../command/command.text.ts'
import { DeviceLink } from '../../device/view/device-link.tsx'
import { useWords } from '../../platform/locale.ts'
import { ask, useSend } from '../../platform/query.ts'
import { Button } from '../../ui/button/button.tsx'
import { Dialog, DialogFoot } from '../../ui/dialog/dialog.tsx'
import { PasswordForm } from '../../ui/dialog/password-prompt.tsx'
import { useLast } from '../../ui/dialog/use-last.ts'
import { Box, Text } from '../../ui/layout/layout.tsx'
import { useRecipeName } from '../recipe-names.ts'
import { cookText } from './cook.text.ts'

type Props = { row: OvenRecipeRow | null; onClose: () => void }

/** Starts a recipe on an oven remotely, and stays open until the oven has answered, so that the outcome can be read. */
export function CookDialog({ row, onClose }: Props) {
  const w = useWords(cookText)
  const nameOf = useRecipeName()
  const last = useLast(row)
  const name = last === null ? '' : nameOf(last.recipe.names, last.recipe.baseLanguage)
  return (
    <Dialog title={w.startTitle({ name })} isOpen={row !== null} onClose={onClose} width={480}>
      {last === null ? null : (
        <Start key={`${last.recipe.id} ${last.oven.id}`} row={last} name={name} onClose={onClose} />
      )}
    </Dialog>
  )
}

type StartProps = { row: OvenRecipeRow; name: string; onClose: () => void }

function Start({ row: { recipe, oven, heldVersion }, name, onClose }: StartProps) {
  const w = useWords(cookText)
  const c = useWords(commandText)
  const cook = useSend(ovenRecipeApi.cook, { quiet: true })
  const [sent, setSent] = useState<CommandRow | null>(null)
  const version = heldVersion === null ? '' : w.versionOf({ version: heldVersion })
  if (sent !== null)
    return <Sent sent={sent} description={`${w.start}: ${name} ${version}`} ovenId={oven.id} onClose={onClose} />
  return (
    <PasswordForm
      condition={c.heatCondition}
      confirmLabel={w.start}
      onCancel={onClose}
      onConfirm={async (password) =>
        setSent(await cook.mutateAsync({ recipeId: recipe.id, deviceId: oven.id, password, confirmsHeat: true }))
      }
    >
      <CommandSummary
        target={{ name: oven.name, sn: oven.sn }}
        isHeat
        lines={[
          { key: 'recipe', name: w.recipe, isWord: true, to: name },
          { key: 'version', name: w.version, isWord: true, to: version },
        ]}
      />
    </PasswordForm>
  )
}

const lookEveryMs = 1000

type SentProps = { sent: CommandRow; description: string; ovenId: string; onClose: () => void }

function Sent({ sent, description, ovenId, onClose }: SentProps) {
  const w = useWords(cookText)
  const { data } = useQuery({
    ...ask(commandCalls.oven.commands, { id: ovenId }, { quiet: true }),
    refetchInterval: ({ state }) =>
      isOpen(state.data?.list.find(({ id }) => id === sent.id) ?? sent) ? lookEveryMs : false,
  })
  const command = data?.list.find(({ id }) => id === sent.id) ?? sent
  const isUnknown = command.status === 'unknown' || command.status === 'timed_out'
  return (
    <>
      <Box marginBottom="8">
        <CommandFlight command={command} model={null} description={description} onDismiss={onClose} />
      </Box>
      {isUnknown ? <Text.p tone="warn">{w.lookFirst}</Text.p> : null}
      {command.status === 'succeeded' ? <p>{w.begun}</p> : null}
      <DialogFoot>
        <Box.span grow>
          <DeviceLink kind="oven" id={ovenId}>
            {w.follow}
          </DeviceLink>
        </Box.span>
        <Button onClick={onClose}>{w.close}</Button>
      </DialogFoot>
    </>
  )
}

const isOpen = ({ status }: CommandRow): boolean => openCommandStatuses.includes(status)
