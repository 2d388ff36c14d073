// Run in the folder that has the description.
export default {
  input: 'openapi.json',
  output: { path: 'hey-api', tsConfigPath: null },
  logs: { file: false },
}
