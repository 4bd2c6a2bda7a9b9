// Import rules. test/gates/imports.test.ts tests each with a forbidden import.
const core = '^src/(features/[^/]+|app)/[^/]+[.]ts$'
const anyServer = '^src/(server|app/server|features/[^/]+/server)/'
const anyWeb = '^src/(web|app/web|features/[^/]+/web)/'
/**
 * The features that others build on, each importing only those of the rows above; within a row they don't know each
 * other. Any other feature may import all of them, and none imports it.
 */
const featureRows = [
  ['activity'],
  ['auth'],
  ['members'],
  ['sittings'],
  ['profile', 'referrals', 'streams', 'templates'],
  ['community'],
  ['invites', 'meditation', 'push', 'schedules'],
  ['notifications', 'reflections'],
  ['energy', 'mailings'],
  ['practice'],
  ['care', 'chat', 'history'],
]
/**
 * The folders of src/server, and the files beside them, each importing only those of the rows above. Within a row they
 * don't know each other. The live channel comes last: nothing else of src/server imports it.
 */
const serverRows = [
  ['addresses', 'app-error.ts', 'clock.ts', 'html', 'i18n', 'metrics', 'outgoing', 'postgres'],
  ['async', 'banned-error.ts', 'config', 'csv', 'db', 'log-output.ts'],
  ['backup', 'bus', 'log.ts'],
  ['calendar', 'community', 'jobs', 'room-clock.ts'],
  ['mail'],
  ['context.ts'],
  ['http', 'member-data.ts'],
  ['feature-module.ts', 'live', 'member-table.ts'],
]
const rule = (name, comment, from, to) => ({ name, comment, severity: 'error', from, to })
/** A rule for each row of the parts below a folder. */
const rowRules = (name, comment, folder, rows) =>
  rows.map((row, index) =>
    rule(
      name,
      comment,
      { path: partsBelow(folder, row) },
      {
        path: `^${folder}/`,
        pathNot: [
          `^${folder}/$1(/|$)`,
          ...rows.slice(0, index).map((earlier) => partsBelow(folder, earlier)),
        ],
      },
    ),
  )
const partsBelow = (folder, parts) =>
  `^${folder}/(${parts.map((part) => part.replace('.', '[.]')).join('|')})(/|$)`

/** @type {import('dependency-cruiser').IConfiguration} */
module.exports = {
  forbidden: [
    rule(
      'shared-imports-only-zod',
      'shared/ is used by server and client; it imports only zod.',
      { path: '^src/shared/' },
      { pathNot: ['^src/shared/', 'node_modules/zod/'] },
    ),
    rule(
      'core-is-pure',
      'Contracts, rules and their helpers: no Node, no DOM library, no SQL, no React.',
      { path: core },
      { pathNot: ['^src/shared/', core, 'node_modules/zod/'] },
    ),
    rule('server-never-web', 'Server code imports no client code.', { path: anyServer }, { path: anyWeb }),
    rule(
      'web-never-server',
      'Client code imports no server code.',
      { path: anyWeb },
      { path: [anyServer, 'node_modules/(@fastify|fastify|ws|kysely|pg|openid-client|ioredis|redis)/'] },
    ),
    rule(
      'markdown-parsed-on-pages-only',
      'A parser needs minutes for a hostile text, and would stop the server for all (T84).',
      { path: anyServer },
      { path: 'node_modules/mdast-util-from-markdown/' },
    ),
    rule(
      'web-never-node',
      'Client code imports no Node modules.',
      { path: anyWeb },
      { dependencyTypes: ['core'] },
    ),
    rule(
      'infrastructure-imports-no-feature',
      'src/server and src/web are infrastructure; only the app imports features.',
      { path: '^src/(server|web)/' },
      { path: '^src/(features|app)/' },
    ),
    rule(
      'no-imports-of-app',
      'The app composes everything else, so nothing imports it.',
      { path: '^src/(shared|server|web|features)/' },
      { path: '^src/app/' },
    ),
    rule(
      'feature-entry-points-only',
      'Other features import only its core and its server/service.ts.',
      { path: '^src/features/([^/]+)/' },
      {
        path: '^src/features/[^/]+/(server|web)/',
        pathNot: ['^src/features/$1/', '^src/features/[^/]+/server/service[.]ts$'],
      },
    ),
    rule(
      'app-mounts-modules',
      'The app creates the modules of the features; it knows no routes and no SQL of theirs.',
      { path: '^src/app/server/(app|maintenance-jobs)[.]ts$' },
      { path: '^src/features/[^/]+/server/(routes|sql)' },
    ),
    ...rowRules(
      'features-form-a-dag',
      'A feature imports only features of earlier rows.',
      'src/features',
      featureRows,
    ),
    rule(
      'leaf-features-stay-leaves',
      'A feature outside of the rows is imported by no other feature.',
      { path: '^src/features/([^/]+)/' },
      {
        path: '^src/features/',
        pathNot: ['^src/features/$1/', partsBelow('src/features', featureRows.flat())],
      },
    ),
    ...rowRules(
      'server-folders-form-a-dag',
      'A folder of src/server imports only those of earlier rows.',
      'src/server',
      serverRows,
    ),
    rule(
      'sql-library-in-sql-files-only',
      'Only sql.ts, the files in sql/, tables.ts, src/server/db and src/server/postgres import the SQL library, including its types.',
      {
        path: '^src/',
        pathNot: ['/(sql|sql/[a-z-]+|server/tables|member-table)[.]ts$', '^src/server/(db|postgres)/'],
      },
      { path: 'node_modules/(kysely|pg|@types/pg)/' },
    ),
    rule(
      'sql-independent-of-http',
      'SQL is independent of HTTP.',
      { path: '/(sql|sql/[a-z-]+|server/tables|member-table)[.]ts$' },
      { path: '^src/server/http/|node_modules/(@fastify|fastify|ws)/' },
    ),
    rule(
      'one-http-framework-file',
      'Only these few files depend on fastify; the cookie file uses only its codec.',
      { path: '^src/', pathNot: '^src/(server/http|app/server)/[a-z-]+[.]ts$' },
      { path: 'node_modules/(@fastify|fastify)/' },
    ),
    rule(
      'one-socket-library-file',
      'Only one file depends on ws.',
      { path: '^src/', pathNot: '^src/server/live/live-channel[.]ts$' },
      { path: 'node_modules/(@types/)?ws/' },
    ),
    rule(
      'one-bus-driver-file',
      'Only one file depends on the Redis driver.',
      { path: '^src/', pathNot: '^src/server/bus/redis-link[.]ts$' },
      { path: 'node_modules/(io)?redis/' },
    ),
    rule(
      'one-identity-library-file',
      'Only one file depends on the library of OpenID Connect; others use our interface.',
      { path: '^src/', pathNot: '^src/features/auth/server/google-oauth[.]ts$' },
      { path: 'node_modules/openid-client/' },
    ),
    rule('no-cycles', 'Type imports count, too.', {}, { circular: true }),
    rule(
      'no-tests-in-production',
      'Production code imports no test or development code.',
      { path: '^src/' },
      { path: '[.]test[.]tsx?$|^(test|e2e|dev)/|^src/features/[^/]+/test/' },
    ),
    rule(
      'no-orphans',
      'A file without importers is dead code.',
      {
        orphan: true,
        path: '^src/',
        pathNot: [
          '[.]d[.]ts$',
          '^src/app/(server|web|worker)/main[.]tsx?$',
          '^src/app/web/offline[.]ts$',
          '^src/app/server/commands[.]ts$',
        ],
      },
      {},
    ),
    rule('imports-resolve', 'Every import resolves.', {}, { couldNotResolve: true }),
    rule(
      'declared-dependency',
      'Every imported package is declared, and production code imports no development package.',
      { path: '^src/' },
      { dependencyTypes: ['npm-no-pkg', 'npm-unknown', 'npm-dev'] },
    ),
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '[.]test[.]tsx?$|^src/features/[^/]+/test/' },
    tsPreCompilationDeps: true,
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'require', 'node', 'default', 'types'],
      extensions: ['.ts', '.tsx', '.js', '.d.ts'],
    },
  },
}
