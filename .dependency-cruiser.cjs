// Who may import whom. Every rule is tried with a forbidden import in test/gates/imports.test.ts.
const core = '^src/features/[^/]+/[^/]+[.]ts$'
const anyServer = '^src/(server|app/server|features/[^/]+/server)/'
const anyWeb = '^src/(web|app/web|features/[^/]+/web)/'
const rule = (name, comment, from, to) => ({ name, comment, severity: 'error', from, to })

/** @type {import('dependency-cruiser').IConfiguration} */
module.exports = {
  forbidden: [
    rule(
      'shared-stands-alone',
      'shared/ is the language both sides speak; it knows no one but zod.',
      { path: '^src/shared/' },
      { pathNot: ['^src/shared/', 'node_modules/zod/'] },
    ),
    rule(
      'core-is-pure',
      'contract, rules and their helpers: no node, no DOM library, no SQL, no React.',
      { path: core },
      { pathNot: ['^src/shared/', core, 'node_modules/zod/'] },
    ),
    rule('server-never-web', 'The server draws nothing.', { path: anyServer }, { path: anyWeb }),
    rule(
      'web-never-server',
      'What the browser loads holds no server code.',
      { path: anyWeb },
      { path: [anyServer, 'node_modules/(@fastify|fastify|ws|kysely|pg|better-auth|ioredis|redis)/'] },
    ),
    rule('web-never-node', 'A browser has no node.', { path: anyWeb }, { dependencyTypes: ['core'] }),
    rule(
      'platform-knows-no-feature',
      'src/server and src/web carry the features; the app introduces them.',
      { path: '^src/(server|web)/' },
      { path: '^src/(features|app)/' },
    ),
    rule(
      'nobody-imports-app',
      'The app is where everything meets, so nothing may stand on it.',
      { path: '^src/(shared|server|web|features)/' },
      { path: '^src/app/' },
    ),
    rule(
      'knock-at-the-front-door',
      'Another feature is used through its core or its server/service.ts only.',
      { path: '^src/features/([^/]+)/' },
      {
        path: '^src/features/[^/]+/(server|web)/',
        pathNot: ['^src/features/$1/', '^src/features/[^/]+/server/service[.]ts$'],
      },
    ),
    rule(
      'sql-lives-in-sql',
      'Only sql.ts (or sql-….ts where one grew too long), the database module and the migrations know the SQL library, its types included.',
      {
        path: '^src/',
        pathNot: [
          '/server/sql[a-z-]*[.]ts$',
          '^src/server/(db[a-z-]*|tables[a-z-]*|migrate|embedded-postgres[a-z-]*)[.]ts$',
        ],
      },
      { path: 'node_modules/(kysely|pg|@types/pg)/' },
    ),
    rule(
      'sql-knows-no-http',
      'A statement does not care who asked.',
      { path: '/server/sql[a-z-]*[.]ts$' },
      { path: '^src/server/http[a-z-]*[.]ts$|node_modules/(@fastify|fastify|ws)/' },
    ),
    rule(
      'one-http-framework-file',
      'fastify can be replaced in these few files; the cookie file borrows its codec only.',
      { path: '^src/', pathNot: '^src/(server/(http[a-z-]*|session-cookie)|app/server/[a-z-]+)[.]ts$' },
      { path: 'node_modules/(@fastify|fastify)/' },
    ),
    rule(
      'one-socket-library-file',
      'ws can be replaced in one file.',
      { path: '^src/', pathNot: '^src/features/live/server/live-channel[.]ts$' },
      { path: 'node_modules/(@types/)?ws/' },
    ),
    rule(
      'one-bus-driver-file',
      'Redis is known to one file.',
      { path: '^src/', pathNot: '^src/server/bus-redis-link[.]ts$' },
      { path: 'node_modules/(io)?redis/' },
    ),
    rule(
      'one-identity-library-file',
      'The identity library stands behind our own interface.',
      { path: '^src/', pathNot: '^src/features/auth/server/identity-builtin[.]ts$' },
      { path: 'node_modules/(better-auth|@better-auth)/' },
    ),
    rule('no-cycles', 'Also not by types.', {}, { circular: true }),
    rule(
      'no-tests-in-production',
      'What ships stands without its tests.',
      { path: '^src/' },
      { path: '[.]test[.]tsx?$|^(test|e2e)/' },
    ),
    rule(
      'no-orphans',
      'A file that nobody imports is dead.',
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
    rule('resolves', 'Every import leads somewhere.', {}, { couldNotResolve: true }),
    rule(
      'declared-dependency',
      'Every package that is used is declared, and what ships uses no development package.',
      { path: '^src/' },
      { dependencyTypes: ['npm-no-pkg', 'npm-unknown', 'npm-dev'] },
    ),
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '[.]test[.]tsx?$' },
    tsPreCompilationDeps: true,
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'require', 'node', 'default', 'types'],
      extensions: ['.ts', '.tsx', '.js', '.d.ts'],
    },
  },
}
