import { recipeFileLimits, type RecipesImported } from '@brigade/contract/recipe/recipe-file.model.ts'
import { recipeApi } from '@brigade/contract/recipe/recipe.endpoints.ts'
import { useQueryClient } from '@tanstack/react-query'
import { formatNumber } from '../../platform/format.ts'
import { useWords } from '../../platform/locale.ts'
import { makeStale } from '../../platform/query.ts'
import { toastDone } from '../../platform/toast.ts'
import { upload } from '../../platform/upload.ts'
import { RefusedNote } from '../../ui/dialog/refused-note.tsx'
import { ImportDialog } from '../import-dialog.tsx'
import { listText } from './list.text.ts'

/** Imports recipes from a file of ours: a check first, then the import. */
export function ImportRecipes({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const w = useWords(listText)
  const client = useQueryClient()
  return (
    <ImportDialog<RecipesImported>
      title={w.importTitle}
      width={560}
      isOpen={isOpen}
      onClose={onClose}
      intro={w.importIntro}
      reading={w.importReading}
      limit={w.fileLimit}
      maxBytes={recipeFileLimits.maxBytes}
      endings={endings}
      apply={w.importDo}
      send={(file, options) => upload(recipeApi.import, file, options, { quiet: true })}
      onApplied={async () => {
        await makeStale(client, recipeApi.import)
        toastDone(w.importDone)
      }}
    >
      {(read) => <Read read={read} />}
    </ImportDialog>
  )
}

const endings = ['.json']

function Read({ read }: { read: RecipesImported }) {
  const w = useWords(listText)
  const { added, updated, unchanged, refused } = read
  return (
    <>
      <p>
        {w.importCounts({
          added: formatNumber(added),
          updated: formatNumber(updated),
          unchanged: formatNumber(unchanged),
        })}
      </p>
      {refused.length === 0 ? null : (
        <>
          <RefusedNote message={w.importRefused({ n: formatNumber(refused.length) })} />
          <ul>
            {refused.slice(0, 50).map(({ index, name, why }) => (
              <li key={index}>
                <b>{name}</b> {why}
              </li>
            ))}
          </ul>
        </>
      )}
    </>
  )
}
