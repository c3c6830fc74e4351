import { recipeLanguages, type RecipeLanguage } from '@brigade/contract/recipe/recipe.model.ts'
import { coverageOf } from '@brigade/contract/recipe/recipe.rules.ts'
import { recipeLanguageNames, recipeLanguageWords } from '@brigade/contract/recipe/recipe-language.text.ts'
import { useRef, type KeyboardEvent } from 'react'
import { useLocale, useWords } from '../../platform/locale.ts'
import { IconButton } from '../../ui/button/button.tsx'
import { Row } from '../../ui/layout/layout.tsx'
import { ActionMenu } from '../../ui/menu/action-menu.tsx'
import { CoverageShape } from '../recipe-badge.tsx'
import type { Editing } from './editing.ts'
import css from './editor.module.css'
import { editorText } from './editor.text.ts'
import { withLanguage, withoutLanguage } from './draft/typed-recipe.ts'

/** The languages of the recipe, each with how far it is; the others are added. Arrow keys go from one to the next. */
export function LanguageTabs({ editing }: { editing: Editing }) {
  const w = useWords(editorText)
  const locale = useLocale()
  const list = useRef<HTMLDivElement>(null)
  const { typed, change, language, setLanguage } = editing
  const { languages, texts, baseLanguage } = typed
  const missing = recipeLanguages.filter((each) => !languages.includes(each))
  const add = (added: RecipeLanguage): void => {
    change((before) => withLanguage(before, added))
    setLanguage(added)
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    const by = { ArrowRight: 1, ArrowLeft: -1 }[event.key]
    if (by === undefined) return
    event.preventDefault()
    const next = languages.at((languages.indexOf(language) + by) % languages.length)
    if (next === undefined) return
    setLanguage(next)
    list.current?.querySelector<HTMLElement>(`[data-language="${next}"]`)?.focus()
  }
  return (
    <Row gap="2" align="center" marginBottom="12" wrap borderBottom data-path="languages">
      <Row gap="2" wrap ref={list} role="tablist" aria-label={w.writtenIn} onKeyDown={onKeyDown} tabIndex={-1}>
        {languages.map((each) => (
          <Row.button
            key={each}
            gap="4"
            align="center"
            height="32"
            size="xs"
            weight="500"
            tone="ink-3"
            type="button"
            role="tab"
            data-language={each}
            lang={each}
            className={css.tab}
            aria-selected={each === language}
            aria-controls="recipe-texts"
            tabIndex={each === language ? 0 : -1}
            onClick={() => setLanguage(each)}
          >
            <CoverageShape extent={coverageOf(texts[baseLanguage], texts[each]).state} />
            {recipeLanguageNames[each]}
          </Row.button>
        ))}
      </Row>
      {missing.length === 0 ? null : (
        <ActionMenu
          target={<IconButton size="small" icon="plus" label={w.addLanguage} />}
          actions={missing.map((each) => ({
            key: each,
            label: recipeLanguageWords[each][locale],
            note: recipeLanguageNames[each],
            onClick: () => add(each),
          }))}
        />
      )}
    </Row>
  )
}

/** Further actions for the language of the open tab. */
export function LanguageMenu({ editing }: { editing: Editing }) {
  const w = useWords(editorText)
  const locale = useLocale()
  const { typed, change, language, setLanguage } = editing
  const { baseLanguage } = typed
  return (
    <ActionMenu
      target={
        <IconButton size="small" icon="dots" label={w.languageMore({ name: recipeLanguageWords[language][locale] })} />
      }
      actions={[
        {
          key: 'base',
          icon: 'language',
          label: w.makeBase,
          disabledReason: language === baseLanguage ? w.isBase : undefined,
          onClick: () => change((before) => ({ ...before, baseLanguage: language })),
        },
        {
          key: 'remove',
          icon: 'trash',
          label: w.removeLanguage,
          danger: true,
          disabledReason: language === baseLanguage ? w.isBase : undefined,
          onClick: () => {
            change((before) => withoutLanguage(before, language))
            setLanguage(baseLanguage)
          },
        },
      ]}
    />
  )
}
