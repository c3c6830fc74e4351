import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { tanstackRouter } from '@tanstack/router-plugin/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { routes } from './src/routes.ts'

const root = import.meta.dirname
const { version } = JSON.parse(readFileSync(join(root, '../package.json'), 'utf8'))

export default defineConfig({
  root,
  plugins: [
    // It comes first: it writes the route tree that everything else compiles.
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
          // Libraries that need nothing of ours or of each other but React. What needs the kit is left to the bundler: a
          // group of it would import itself in a circle through the kit's shared parts.
          groups: [
            { name: 'react', test: /node_modules\/(react|react-dom|scheduler)\//, priority: 30 },
            { name: 'router', test: /node_modules\/@tanstack\//, priority: 20 },
            { name: 'chart', test: /node_modules\/(echarts|zrender)\//, priority: 20 },
            { name: 'zod', test: /node_modules\/zod\//, priority: 20 },
            // A dozen small parts that nearly every screen needs: apart, their headers would weigh as much as they do.
            {
              name: 'models',
              test: /contract\/src\/(job\/|file\/|system\/area\.model|customer\/(organisation\.model|customer\.rules|channel)|product\/(product\.model|node-type))/,
              priority: 15,
            },
            {
              name: 'lists',
              test: /console\/src\/ui\/(search-form\/use-slash-key|data-table\/use-selection|field\/cascade-source|page\/error-panel|dialog\/refused-note)/,
              priority: 15,
            },
            // Modules that the login page uses too.
            {
              name: 'base',
              test: /console\/src\/ui\/(icon\/(icon|brand-mark)|button\/segments|ui\.text)/,
              priority: 12,
            },
            { name: 'platform', test: /console\/src\/platform\//, priority: 10 },
          ],
        },
      },
    },
  },
})
