import { ovenRecipeApi } from '@brigade/contract/recipe/oven.endpoints.ts'
import type { OvenCounts } from '@brigade/contract/recipe/oven.model.ts'
import type { RecipeDetail } from '@brigade/contract/recipe/recipe.model.ts'
import { useState } from 'react'
import { useCan } from '../../platform/can.ts'
import { formatNumber } from '../../platform/format.ts'
import { useWords } from '../../platform/locale.ts'
import { useSend } from '../../platform/query.ts'
import { toastDone } from '../../platform/toast.ts'
import { Button } from '../../ui/button/button.tsx'
import { PasswordPrompt } from '../../ui/dialog/password-prompt.tsx'
import { Grid, Row } from '../../ui/layout/layout.tsx'
import { Panel } from '../../ui/page/panel.tsx'
import { HeldList } from './held-list.tsx'
import css from './oven.module.css'
import { ovenText } from './oven.text.ts'
import { SendDialog } from './send-dialog.tsx'
import { SetsTable } from './sets-table.tsx'
import { useHeldLive } from './use-held-live.ts'

/** The ovens of a recipe by state, the organisations that get it by themselves, and sending. */
export function OvensTab({ recipe }: { recipe: RecipeDetail }) {
  const w = useWords(ovenText)
  const can = useCan()
  const live = useHeldLive({ recipeId: recipe.id })
  const counts = live ?? recipe.ovens
  const isPublished = recipe.publishedVersion !== null && recipe.status !== 'unpublished'
  return (
    <Grid gap="16" columns="1" className={css.tab}>
      {can('recipe:send') ? <Actions recipe={recipe} counts={counts} isPublished={isPublished} /> : null}
      <div className={css.inset}>
        <Panel title={w.sets}>
          <SetsTable of={{ recipeId: recipe.id }} empty={w.noSets} />
        </Panel>
      </div>
      <div>
        <HeldList
          of={{ recipeId: recipe.id }}
          counts={counts}
          empty={{ title: w.noOvens, hint: isPublished ? w.noOvensHint : w.unpublishedHint }}
        />
      </div>
    </Grid>
  )
}

type ActionProps = { recipe: RecipeDetail; counts: OvenCounts; isPublished: boolean }

/** The actions on all ovens of the recipe. */
function Actions({ recipe, counts, isPublished }: ActionProps) {
  const w = useWords(ovenText)
  const [pending, setPending] = useState<'send' | 'remove' | null>(null)
  const resend = useSend(ovenRecipeApi.resend)
  const all = Object.values(counts).reduce((sum, each) => sum + each, 0)
  const staying = all - counts.removing
  const failed = formatNumber(counts.failed)
  return (
    <Row gap="8" wrap className={css.inset}>
      <Button
        icon="send"
        disabledReason={isPublished ? undefined : w.unpublishedHint}
        onClick={() => setPending('send')}
      >
        {w.send}
      </Button>
      {counts.failed === 0 ? null : (
        <Button
          icon="refresh"
          busy={resend.isPending}
          onClick={() =>
            void resend
              .mutateAsync({ recipeIds: [recipe.id] })
              .then(({ pairs }) => toastDone(w.resendDone({ n: formatNumber(pairs) })))
          }
        >
          {w.resendFailed({ n: failed })}
        </Button>
      )}
      {staying === 0 ? null : (
        <Button look="danger" icon="trash" onClick={() => setPending('remove')}>
          {w.removeAll}
        </Button>
      )}
      <SendDialog recipes={[recipe]} isOpen={pending === 'send'} onClose={() => setPending(null)} />
      <RemoveAll recipeId={recipe.id} ovens={staying} isOpen={pending === 'remove'} onClose={() => setPending(null)} />
    </Row>
  )
}

type RemoveProps = { recipeId: string; ovens: number; isOpen: boolean; onClose: () => void }

function RemoveAll({ recipeId, ovens, isOpen, onClose }: RemoveProps) {
  const w = useWords(ovenText)
  const takeAway = useSend(ovenRecipeApi.takeAway, { quiet: true })
  return (
    <PasswordPrompt
      title={w.removeTitle({ n: formatNumber(ovens) })}
      isOpen={isOpen}
      onClose={onClose}
      danger
      confirmLabel={w.removeShort}
      onConfirm={async (password) => {
        const { pairs } = await takeAway.mutateAsync({ recipeIds: [recipeId], password })
        toastDone(w.removeDone({ n: formatNumber(pairs) }))
      }}
    >
      <p>{w.removeBody}</p>
      <p>{w.removeAllSets}</p>
    </PasswordPrompt>
  )
}
