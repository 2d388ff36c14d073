/** A page as the web has them: too wide for paper, with a bar that would cover every page. */
const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

export const SAMPLE_HTML = `<!doctype html>
<html lang="en">
  <head>
    <title>Sales by month</title>
    <style>
      body { margin: 0; font: 16px/1.5 sans-serif }
      header { position: fixed; top: 0; width: 100%; background: #14324f; color: #fff; padding: 10px 20px }
      main { padding: 64px 20px 20px }
      td, th { white-space: nowrap; padding: 6px 14px; text-align: right; border-bottom: 1px solid #ccc }
      th:first-child, td:first-child { text-align: left }
    </style>
  </head>
  <body>
    <header>Kestrel Instruments</header>
    <main>
      <h1>Sales by month</h1>
      <div style="overflow: auto">
        <table>
          <tr><th>Region</th>${months.map((month) => `<th>${month}</th>`).join('')}</tr>
${['Northern Europe', 'Southern Europe', 'North America', 'South America', 'Asia and Pacific']
  .map(
    (region, at) =>
      `          <tr><td>${region}</td>${months.map((_, month) => `<td>${(18_400 + at * 2_310 + month * 745).toLocaleString('en')}</td>`).join('')}</tr>`,
  )
  .join('\n')}
        </table>
      </div>
    </main>
  </body>
</html>
`
