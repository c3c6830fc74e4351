import assert from 'node:assert/strict'
import { test } from 'node:test'
import { checkFolderCircles } from './folders.ts'
import { found } from './planted.ts'

const importing = (specifier: string) => `import { x } from '${specifier}'`

for (const side of ['contract', 'server', 'console', 'simulator']) {
  test(`two folders of one domain that import each other are found (${side})`, () => {
    const files = {
      [`${side}/src/recipe/step/step.ts`]: importing('../photo/photo.ts'),
      [`${side}/src/recipe/photo/photo.ts`]: '',
      [`${side}/src/recipe/photo/photo-list.ts`]: importing('../step/step-list.ts'),
      [`${side}/src/recipe/step/step-list.ts`]: '',
    }
    assert.deepEqual(found(checkFolderCircles, files).toSorted(), [
      `${side}/src/recipe/photo/photo-list.ts:1 no-folder-circle`,
      `${side}/src/recipe/step/step.ts:1 no-folder-circle`,
    ])
  })
}

test('a circle through a third folder and through the files of the domain itself is found, by a type import too', () => {
  const files = {
    'server/src/recipe/step/step.ts': importing('../photo/photo.ts'),
    'server/src/recipe/photo/photo.ts': importing('../recipe-name.ts'),
    'server/src/recipe/recipe-name.ts': '',
    'server/src/recipe/recipe.store.ts': "import type { X } from './step/step-list.ts'",
    'server/src/recipe/step/step-list.ts': '',
  }
  assert.deepEqual(found(checkFolderCircles, files).toSorted(), [
    'server/src/recipe/photo/photo.ts:1 no-folder-circle',
    'server/src/recipe/recipe.store.ts:1 no-folder-circle',
    'server/src/recipe/step/step.ts:1 no-folder-circle',
  ])
})

test('the problem names the circle', () => {
  const problems = checkFolderCircles([
    { path: 'server/src/recipe/step/step.ts', text: importing('../photo/photo.ts') },
    { path: 'server/src/recipe/photo/photo.ts', text: importing('../recipe-name.ts') },
    { path: 'server/src/recipe/recipe-name.ts', text: importing('./step/step-list.ts') },
  ])
  const circle = 'recipe/step -> recipe/photo -> recipe -> recipe/step'
  assert.equal(problems[0]?.message, `folders import each other in a circle: ${circle}`)
})

const allowed: readonly [name: string, files: Record<string, string>][] = [
  [
    'one direction',
    {
      'server/src/recipe/step/step.ts': importing('../photo/photo.ts'),
      'server/src/recipe/photo/photo.ts': importing('../recipe-name.ts'),
    },
  ],
  [
    'routes and pages, which join the folders of their domain',
    {
      'server/src/recipe/recipe.routes.ts': importing('./step/step.ts'),
      'server/src/recipe/step/step.ts': importing('../recipe-name.ts'),
      'console/src/recipe/recipe-list.page.tsx': importing('./step/step.ts'),
      'console/src/recipe/step/step.ts': importing('../recipe-name.ts'),
    },
  ],
  [
    'tests',
    {
      'server/src/recipe/step/step.test.ts': importing('../photo/photo.ts'),
      'server/src/recipe/photo/photo.ts': importing('../step/step.ts'),
    },
  ],
  [
    'folders of two domains',
    {
      'server/src/product/step/step.ts': importing('../../thing-model/photo/photo.ts'),
      'server/src/thing-model/photo/photo.ts': importing('../../product/step/step.ts'),
    },
  ],
]

for (const [name, files] of allowed) {
  test(`no circle: ${name}`, () => assert.deepEqual(found(checkFolderCircles, files).toSorted(), []))
}
