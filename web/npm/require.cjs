throw new Error("quincunx is an ES module, which this version of Node cannot require: say await import('quincunx') instead");
