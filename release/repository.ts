const { GITHUB_SERVER_URL: host, GITHUB_REPOSITORY: path } = process.env

/** The repository, for `package.json`: provenance must name it. The workflow knows where it is; elsewhere the field is missing. */
export const repository = host && path ? { type: 'git', url: `git+${host}/${path}.git` } : undefined
