import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { tanstackRouter } from '@tanstack/router-plugin/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { callsWithoutSchemas, removableSchemas } from './lean-contract.ts'
import { routes } from './src/routes.ts'
import { writeSheet } from './src/ui/layout/looks.ts'

const root = import.meta.dirname
const { version } = JSON.parse(readFileSync(join(root, '../package.json'), 'utf8'))

const schemaWriter = /zod\/v4\/core\/(json-schema-processors|to-json-schema)\.js$/
const englishOfZod = /zod\/v4\/locales\/en\.js$/
const exported = /export (?:function|const|class) (\w+)/g

/**
 * Every schema of zod holds on to the writer of JSON Schemas, a fifth of the library, which only the server uses (its OpenAPI
 * document). The console has it replaced by functions that fail when they are called. It has no use for zod's English either, because
 * `messageOf` words each refusal by its code.
 */
function withoutUnusedOfZod(): Plugin {
  return {
    name: 'without-unused-of-zod',
    transform(code, id) {
      if (englishOfZod.test(id)) return { code: 'export default () => ({ localeError: () => undefined })', map: null }
      if (!schemaWriter.test(id)) return null
      const names = [...code.matchAll(exported)].map(([, name]) => name)
      const missing = `const missing = () => { throw new Error('The console writes no JSON Schema') }`
      return { code: [missing, ...names.map((name) => `export const ${name} = () => missing`)].join('\n'), map: null }
    },
  }
}

/** What the layout primitives can be told is said once, in their table, from which their style sheet is written. */
function layoutSheet(): Plugin {
  return {
    name: 'layout-sheet',
    enforce: 'pre',
    transform: (_code, id) => (id.endsWith('/ui/layout/layout.css') ? { code: writeSheet(), map: null } : null),
  }
}

export default defineConfig({
  root,
  plugins: [
    // It must come first, because it writes the route tree that everything else compiles.
    tanstackRouter({
      target: 'react',
      autoCodeSplitting: true,
      virtualRouteConfig: routes,
      routesDirectory: join(root, 'src'),
      generatedRouteTree: join(root, 'src/route-tree.gen.ts'),
      addExtensions: true,
      quoteStyle: 'single',
      semicolons: false,
      disableLogging: true,
    }),
    react(),
    layoutSheet(),
    withoutUnusedOfZod(),
    callsWithoutSchemas(),
    removableSchemas(),
  ],
  define: { 'import.meta.env.VITE_VERSION': JSON.stringify(version) },
  build: {
    target: 'es2023',
    outDir: 'dist',
    emptyOutDir: true,
    // A strict Content-Security-Policy allows no data: addresses for scripts or fonts.
    assetsInlineLimit: 0,
    // The charts' chunk, which is loaded when a screen needs it, is the largest.
    chunkSizeWarningLimit: 800,
    rolldownOptions: {
      output: {
        codeSplitting: {
          // A chunk contains what one kind of page needs at once, with all its imports that no chunk above contains. As
          // separate files, the headers of some fifty small ones would weigh more than a tenth of a first list
          // (bench/console-weight.bench.ts).
          groups: [
            { name: 'react', test: /node_modules\/(react|react-dom|scheduler)\//, priority: 30 },
            // Without what only signed-in pages use.
            {
              name: 'router',
              test: /node_modules\/@tanstack\/(?!.*\/(useQueries|queriesObserver|useBlocker)\.)/,
              priority: 20,
            },
            { name: 'zod', test: /node_modules\/zod\//, priority: 20 },
            // The entry and all that it imports, so that no chunk below is loaded before a page asks for it.
            { name: 'initial', tags: ['$initial'], priority: 16 },
            // Of the kit, what the login page and the data wall use too, and the calls of signing in.
            {
              name: 'parts',
              test: /(contract\/src\/session\/session\.(endpoints|rules)|console\/src\/ui\/(field\/(field|text-field)\.|dialog\/(refused-note|dialog\.module)|button\/|icon\/|ui\.text))/,
              priority: 15,
            },
            {
              name: 'sign-in',
              test: /console\/src\/session\/(login\.page|entry-frame|sign-in-(steps|form|by-code))/,
              priority: 14,
            },
            { name: 'platform', test: /console\/src\/platform\//, priority: 13 },
            // Of the contract, what nearly every screen uses.
            {
              name: 'models',
              test: /contract\/src\/(job\/|file\/|system\/area|customer\/(organisation\.model|customer\.rules|channel)|product\/(product\.model|node-type)|device\/warranty|fault\/fault\.model)/,
              priority: 11,
            },
            { name: 'frame', test: /console\/src\/shell\/frame\/frame\.page/, priority: 10 },
            // Pages with filters need these files, whether they show a list or not.
            {
              name: 'kit',
              test: /(\/(useQueries|queriesObserver)\.|console\/src\/(customer\/[a-z-]+-select|system\/[a-z-]+-select|shell\/use-list-search|job\/job-link|product\/(product-select|product\.text)|ui\/(field\/(select-field|cascade)|page\/(error-panel|empty-panel|panel|tabs|scroll-region|page\.module)|data-table\/(table-foot|plain-table)|search-form\/filter-bar)))/,
              priority: 9,
            },
            {
              name: 'lists',
              test: /console\/src\/(shell\/use-list\.|ui\/(data-table\/(data-table|row-actions|use-selection)|search-form\/search-form|list-page))/,
              priority: 8,
            },
            // What the lists of devices share with the pages of one device.
            {
              name: 'devices',
              test: /(contract\/src\/(device\/(device\.model|list\/)|telemetry\/live\.endpoints)|console\/src\/device\/(view\/(device-badge|list-changes|use-copy)|import-export\/device-transfer|record\/(use-device|record)-actions|list\/(life-columns|waiting-rows|use-list-live)))/,
              priority: 7,
            },
            { name: 'device-list', test: /console\/src\/device\/list\/device-list\.tsx/, priority: 6 },
          ],
        },
      },
    },
  },
})
