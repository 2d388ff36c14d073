// Uses the client that oapi-codegen made from the description: one PDF, its address, one batch, one page of tasks.
package main

import (
	"context"
	"encoding/json"
	"fmt"
	"log"
	"net/http"
	"os"
	"strings"

	"print/platen"
)

func main() {
	ctx, key := context.Background(), os.Args[2]
	client, err := platen.NewClientWithResponses(os.Args[1], platen.WithRequestEditorFn(
		func(_ context.Context, request *http.Request) error {
			request.Header.Set("X-API-Key", key)
			return nil
		}))
	check(err)

	html, paper := "<h1>Hello</h1>", platen.OptionsPaperA5
	page := platen.TransformRequest{Html: &html, Options: &platen.Options{Paper: &paper}}
	made, err := client.TransformWithResponse(ctx, nil, page)
	check(err)

	asLink := platen.TransformRequestReturnTypeUrl
	linked, err := client.TransformWithResponse(ctx, nil, platen.TransformRequest{Html: &html, ReturnType: &asLink})
	check(err)
	answer, err := linked.JSON200.AsTransform200JSONResponseBody0()
	check(err)
	link, err := answer.AsDocumentLink()
	check(err)

	var entry platen.BatchRequest_Entries_Item
	check(entry.FromTransformRequest(platen.TransformRequest{Html: &html}))
	batch, err := client.CreateBatchWithResponse(ctx, nil, platen.BatchRequest{
		Endpoint: "transform",
		Entries:  []platen.BatchRequest_Entries_Item{entry},
	})
	check(err)
	tasks, err := client.ListTasksWithResponse(ctx, nil)
	check(err)
	said, err := json.Marshal([]any{
		string(made.Body[:4]), strings.HasPrefix(link.Url, "http"), batch.JSON202.Count, len(tasks.JSON200.Tasks) > 0,
	})
	check(err)
	fmt.Println(string(said))
}

func check(err error) {
	if err != nil {
		log.Fatal(err)
	}
}
