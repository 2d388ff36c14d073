import { availableParallelism } from 'node:os'
import { cloudflareTest } from '@cloudflare/vitest-plugin'
import { defineConfig } from 'vitest/config'

const oracles = {
  test: {
    name: 'oracles',
    include: ['test/oracles/**/*.test.ts'],
    environment: 'node' as const,
    testTimeout: 600_000,
    hookTimeout: 600_000,
    // The validators use all cores themselves.
    fileParallelism: false,
  },
}

/** Compiled WebAssembly by import, as a Worker gets it. */
const wasmModules = {
  name: 'wasm-modules',
  enforce: 'pre' as const,
  load(id: string) {
    if (!id.endsWith('.wasm')) return
    return `import { readFileSync } from 'node:fs'
export default new WebAssembly.Module(readFileSync(${JSON.stringify(id)}))`
  },
}

/**
 * A suite whose tests run inside workerd, on the real local bindings. Files take turns in as many workerds as there are
 * workers, if not `isolate`d: starting one, and a browser, and loading the service into it takes longer than most files.
 */
function insideWorkerd(name: 'worker' | 'browser' | 'resilience', { isolate }: { isolate: boolean }) {
  return {
    plugins: [
      cloudflareTest(({ inject }) => ({
        wrangler: { configPath: './wrangler.toml' },
        verbose: false,
        miniflare: {
          bindings: {
            ADMIN_TOKEN: 'test-admin-token-of-40-characters-------',
            SIGNING_SECRET: 'test-signing-secret',
            PUBLIC_URL: '',
            ALLOW_HOSTS: new URL(inject('origins').site).host,
            POOL_IDLE_MINUTES: '0',
          },
        },
      })),
    ],
    test: {
      name,
      include: [`test/${name}/**/*.test.ts`],
      globalSetup: ['test/net/global-setup.ts'],
      setupFiles: ['test/support/leave-as-found.ts'],
      testTimeout: 60_000,
      hookTimeout: 60_000,
      // As many as a browser has slots.
      maxConcurrency: 4,
      isolate,
      // These fill processors and count seconds: no more at once than there are cores, and nothing beside them.
      ...(isolate && { maxWorkers: availableParallelism(), sequence: { groupOrder: 1 } }),
    },
  }
}

/**
 * The suites: pure functions; the service inside workerd, without a browser and with one; a real `npm start`. Those are
 * `npm test`. `npm run test:all` adds what takes long by its nature: `resilience`, and attacks on a real `npm start`, of
 * which `npm run fuzz` makes far more. What outside programs judge exists only under `npm run test:oracles`, which
 * installs those.
 */
export default defineConfig({
  test: {
    // One more than cores: tests wait for a browser, a server or a timer much of their time.
    maxWorkers: availableParallelism() + 1,
    // What the service logs is told of a test that failed.
    silent: 'passed-only',
    projects: [
      {
        plugins: [wasmModules],
        test: {
          name: 'unit',
          server: { deps: { inline: [/@jsquash/, /pdfium/] } },
          include: ['test/unit/**/*.test.ts'],
          environment: 'node',
          // Pure functions leave nothing behind, so files share their modules: that saves a third of the time.
          isolate: false,
          restoreMocks: true,
          unstubGlobals: true,
          testTimeout: 30_000,
        },
      },
      insideWorkerd('worker', { isolate: false }),
      insideWorkerd('browser', { isolate: false }),
      // These kill browsers, fill pools and crash objects.
      insideWorkerd('resilience', { isolate: true }),
      {
        test: {
          name: 'e2e',
          include: ['test/e2e/**/*.test.ts'],
          globalSetup: ['test/support/bundle-once.ts'],
          // Each starts the service on the one local database.
          fileParallelism: false,
          environment: 'node',
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
      {
        test: {
          name: 'fuzz',
          include: ['test/fuzz/**/*.test.ts'],
          globalSetup: ['test/support/bundle-once.ts'],
          fileParallelism: false,
          environment: 'node',
          testTimeout: 1_800_000,
          hookTimeout: 120_000,
        },
      },
      ...(process.env.PLATEN_ORACLES ? [oracles] : []),
    ],
  },
})
