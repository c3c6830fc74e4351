import type { RecipeDetail } from '@brigade/contract/recipe/recipe.model.ts'
import { useState } from 'react'
import { useCan } from '../../platform/can.ts'
import { useWords } from '../../platform/locale.ts'
import { Button } from '../../ui/button/button.tsx'
import { HeldList } from './held-list.tsx'
import css from './oven.module.css'
import { ovenText } from './oven.text.ts'
import { SendDialog } from './send-dialog.tsx'
import { SetsPanel } from './sets-panel.tsx'
import { useHeldLive } from './use-held-live.ts'

/** The ovens of a recipe by state, the organisations that get it by themselves, and sending. */
export function OvensTab({ recipe }: { recipe: RecipeDetail }) {
  const w = useWords(ovenText)
  const can = useCan()
  const [isSending, setSending] = useState(false)
  const counts = useHeldLive({ recipeId: recipe.id })
  const isPublished = recipe.publishedVersion !== null && recipe.status !== 'unpublished'
  const send = can('recipe:send') ? (
    <Button
      icon="send"
      disabledReason={isPublished ? undefined : w.unpublishedHint}
      onClick={() => setSending(true)}
    >
      {w.send}
    </Button>
  ) : null
  return (
    <div className={css.tab}>
      <div className={css.inset}>
        <SetsPanel recipeId={recipe.id} send={send} />
      </div>
      <div>
        <HeldList
          of={{ recipeId: recipe.id }}
          counts={counts ?? recipe.ovens}
          empty={{ title: w.noOvens, hint: isPublished ? w.noOvensHint : w.unpublishedHint }}
        />
      </div>
      <SendDialog recipes={[recipe]} isOpen={isSending} onClose={() => setSending(false)} />
    </div>
  )
}
