import { ovenRecipeApi } from '@brigade/contract/recipe/oven.endpoints.ts'
import { ovenRecipeLimits, type SendingReach } from '@brigade/contract/recipe/oven.model.ts'
import type { RecipeRow } from '@brigade/contract/recipe/recipe.model.ts'
import { useState } from 'react'
import { OrganisationSelect, type Organisation } from '../../customer/organisation-select.tsx'
import { formatNumber } from '../../platform/format.ts'
import { useWords } from '../../platform/locale.ts'
import { go } from '../../platform/navigate.ts'
import { useSend } from '../../platform/query.ts'
import { toastDone, toastOffer } from '../../platform/toast.ts'
import { Button } from '../../ui/button/button.tsx'
import { Segments } from '../../ui/button/segments.tsx'
import { PasswordForm } from '../../ui/dialog/password-prompt.tsx'
import { WorkBody, WorkDialog, WorkFoot } from '../../ui/dialog/work-dialog.tsx'
import { Box, Row, Stack, Text } from '../../ui/layout/layout.tsx'
import { detailHref } from '../recipe-address.ts'
import { useRecipeName } from '../recipe-names.ts'
import { recipeWords } from '../recipe.text.ts'
import { OvenChoice } from './oven-choice.tsx'
import css from './oven.module.css'
import { ovenText } from './oven.text.ts'
import { ReachPanel, useReach } from './reach-panel.tsx'

type Sent = readonly Pick<RecipeRow, 'id' | 'code' | 'names' | 'baseLanguage'>[]
type Props = { recipes: Sent; isOpen: boolean; onClose: () => void; onDone?: () => void }

const ways = ['ovens', 'organisation'] as const
type Way = (typeof ways)[number]

/**
 * Sends recipes to ovens chosen by hand, or sets them for an organisation: the reached ovens are shown before the password is asked for.
 */
export function SendDialog({ recipes, isOpen, onClose, onDone = nothing }: Props) {
  const w = useWords(ovenText)
  const r = useWords(recipeWords)
  const nameOf = useRecipeName()
  const [isConfirming, setConfirming] = useState(false)
  return (
    <WorkDialog
      title={w.sendTitle({ n: formatNumber(recipes.length) })}
      about={recipes.map(({ names, baseLanguage }) => nameOf(names, baseLanguage)).join(r.listMark)}
      isOpen={isOpen}
      onClose={() => {
        setConfirming(false)
        onClose()
      }}
      width={isConfirming ? 520 : 960}
    >
      <Send
        recipes={recipes}
        onClose={onClose}
        onDone={onDone}
        isConfirming={isConfirming}
        onConfirming={setConfirming}
      />
    </WorkDialog>
  )
}
const nothing = (): void => undefined

type SendProps = Required<Omit<Props, 'isOpen'>> & {
  isConfirming: boolean
  onConfirming: (isConfirming: boolean) => void
}

function Send({ recipes, onClose, onDone, isConfirming, onConfirming }: SendProps) {
  const w = useWords(ovenText)
  const [way, setWay] = useState<Way>('ovens')
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const [organisation, setOrganisation] = useState<Organisation | null>(null)
  const recipeIds = recipes.map(({ id }) => id)
  const to =
    way === 'ovens'
      ? chosen.size === 0
        ? null
        : { deviceIds: [...chosen] }
      : organisation === null
        ? null
        : { organisationIds: [organisation.id] }
  const reach = useReach(to === null ? null : { recipeIds, ...to })
  const known = reach.data
  if (isConfirming && known !== undefined)
    return (
      <Confirm
        recipes={recipes}
        reach={known}
        {...(way === 'ovens' ? { deviceIds: [...chosen] } : { organisation })}
        onBack={() => onConfirming(false)}
        onSent={() => {
          onConfirming(false)
          onDone()
          onClose()
        }}
      />
    )
  return (
    <>
      <WorkBody label={w.send}>
        <Row gap="8" padding="12 24 0" align="center" wrap className={css.bar}>
          <Segments
            label={w.to}
            value={way}
            options={[
              { value: 'ovens' as const, label: w.toOvens },
              { value: 'organisation' as const, label: w.toOrganisation },
            ]}
            onChange={setWay}
          />
        </Row>
        {way === 'ovens' ? (
          <OvenChoice chosen={chosen} most={ovenRecipeLimits.ovens} onChange={setChosen} />
        ) : (
          <Stack gap="12" padding="12 24" className={css.block}>
            <div className={css.field}>
              <OrganisationSelect
                label={w.organisation}
                chosen={organisation}
                onChange={setOrganisation}
                onBlur={nothing}
                error={undefined}
                hint={w.organisationHint}
              />
            </div>
          </Stack>
        )}
        {to === null ? null : <ReachPanel reach={reach} isOfSeveral={recipes.length > 1} />}
      </WorkBody>
      <WorkFoot>
        <Button onClick={onClose}>{w.cancel}</Button>
        <Button look="primary" disabledReason={whyNot(to === null, known, way, w)} onClick={() => onConfirming(true)}>
          {w.next}
        </Button>
      </WorkFoot>
    </>
  )
}

type Words = { chooseFirst: string; checking: string; nobody: string }
/** An organisation may have no oven yet: those that come later get it. */
function whyNot(isEmpty: boolean, reach: SendingReach | undefined, way: Way, w: Words): string | undefined {
  if (isEmpty) return w.chooseFirst
  if (reach === undefined) return w.checking
  return way === 'ovens' && reach.fits === 0 ? w.nobody : undefined
}

type ConfirmProps = {
  recipes: Sent
  reach: SendingReach
  deviceIds?: string[]
  organisation?: Organisation | null
  onBack: () => void
  onSent: () => void
}

function Confirm({ recipes, reach, deviceIds, organisation, onBack, onSent }: ConfirmProps) {
  const w = useWords(ovenText)
  const send = useSend(ovenRecipeApi.send, { quiet: true })
  const save = useSend(ovenRecipeApi.saveTargets, { quiet: true })
  const recipeIds = recipes.map(({ id }) => id)
  // With several recipes, each oven may get different ones.
  const ovens = deviceIds !== undefined && recipes.length === 1 ? reach.fits : reach.ovens
  const counts = { recipes: formatNumber(recipes.length), ovens: formatNumber(ovens) }
  const showDone = (message: string): void => {
    const [only] = recipeIds
    if (only === undefined || recipeIds.length > 1) return toastDone(message)
    toastOffer(message, { label: w.follow, run: () => go(detailHref(only, 'ovens')) })
  }
  return (
    <Box padding="16 24 0" className={css.confirm}>
      <PasswordForm
        confirmLabel={w.send}
        onCancel={onBack}
        onConfirm={async (password) => {
          if (deviceIds !== undefined) {
            await send.mutateAsync({ recipeIds, deviceIds, password })
            showDone(w.sent({ n: counts.ovens }))
          } else if (organisation !== null && organisation !== undefined) {
            await save.mutateAsync({ recipeIds, organisationIds: [organisation.id], how: 'add', password })
            showDone(w.isSet({ name: organisation.name }))
          }
          onSent()
        }}
      >
        <p>
          {organisation === null || organisation === undefined
            ? w.confirmSend(counts)
            : w.confirmSet({ ...counts, name: organisation.name })}
        </p>
        {reach.pairs === reach.fits ? null : (
          <Text.p tone="warn">{w.unfitLeftOut({ n: formatNumber(reach.pairs - reach.fits) })}</Text.p>
        )}
        <p>{w.confirmTries}</p>
      </PasswordForm>
    </Box>
  )
}
